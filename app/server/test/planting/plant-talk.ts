import { usualTargets } from '#features/people/conversations/contract/replies.ts';
import { conversationsContract as conversations } from '#features/people/conversations/contract.ts';
import type { People, Planter } from './planter.ts';

/** What a player and a shop write to each other, and what the shop has ready for it. */
export async function plantTalk(
  planter: Planter,
  { merchant, player }: People,
  fieldId: string,
): Promise<{ conversationId: string }> {
  await planter.write(merchant, conversations.saveServiceSetting, usualTargets);
  await planter.write(merchant, conversations.saveQuickReply);
  const { conversationId } = await planter.write(player, conversations.writeMessage, { fieldId });
  await planter.write(merchant, conversations.sendMessage, { conversationId });
  return { conversationId };
}
