import { and, eq } from 'drizzle-orm';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { openText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, update } from '#kit/server/tables.ts';
import { ChannelRefused, ChannelUnavailable, type SharingReceiver } from '#providers/pay-channel.ts';
import type { WechatState } from '../contract/shared.ts';
import { sharingChanged } from '../contract/shared.ts';
import { shareReceivers } from '../tables.ts';
import { wechatPurpose } from './receiver-secrets.ts';
import { findReceivers, type ReceiverRow } from './share-queries.ts';

/** undefined: nobody knows yet, it is asked again later. */
async function ask(
  services: Services,
  receiver: SharingReceiver,
): Promise<{ reason: string } | 'taken' | undefined> {
  try {
    await services.channels.wechat?.sharing.addReceiver(receiver);
    return services.channels.wechat ? 'taken' : undefined;
  } catch (error) {
    if (error instanceof ChannelRefused) return { reason: error.message };
    if (error instanceof ChannelUnavailable) return undefined;
    throw error;
  }
}

function openReceiver({ secrets }: Services, receiver: ReceiverRow): SharingReceiver {
  const name =
    receiver.wechatName && openText(secrets, receiver.wechatName, wechatPurpose(receiver.id, 'name'));
  return {
    type: receiver.wechatType as SharingReceiver['type'],
    account: openText(secrets, receiver.wechatAccount as string, wechatPurpose(receiver.id, 'account')),
    ...(name ? { name } : {}),
  };
}

/** Tells WeChat of a receiver that waits for it; saying it again does no harm. Never inside a transaction. */
export async function registerAtWechat(
  services: Services,
  tenantId: string,
  receiverId: string,
): Promise<WechatState> {
  const scope = tenantScope(tenantId);
  const receiver = (await findReceivers(services.db.read, scope, [receiverId])).get(receiverId);
  if (receiver?.way !== 'wechat' || receiver.wechatState !== 'waiting')
    return receiver?.wechatState ?? 'none';
  const answer = await ask(services, openReceiver(services, receiver));
  if (!answer) return 'waiting';
  const wechatState = answer === 'taken' ? 'registered' : 'refused';
  await services.db.transaction(async (tx) => {
    await update(
      tx,
      scope,
      shareReceivers,
      // changed meanwhile: then the answer is about an account that is no longer theirs
      (columns) =>
        and(eq(columns.id, receiverId), eq(columns.wechatAccount, receiver.wechatAccount as string)),
      { wechatState, wechatReason: answer === 'taken' ? '' : answer.reason },
    );
    await emit(tx, tenantTopic(tenantId), sharingChanged);
  });
  return wechatState;
}

export async function registerWaiting(services: Services): Promise<void> {
  if (!services.channels.wechat) return;
  const receiver = rows(platformScope, shareReceivers);
  const waiting = await services.db.read
    .select({ tenantId: receiver.tenantId, id: receiver.id })
    .from(receiver)
    .where(and(eq(receiver.wechatState, 'waiting'), eq(receiver.way, 'wechat')))
    .limit(200);
  for (const { tenantId, id } of waiting) await registerAtWechat(services, tenantId, id);
}
