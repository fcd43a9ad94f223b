import type { Realm } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, everyoneTopic, realmTopic, tenantTopic, userTopic } from '#kit/server/outbox.ts';
import { messageArrived } from '../contract/events.ts';
import { systemMessages } from '../tables.ts';
import type { MessageRow } from './message-queries.ts';

export type MessageAudience =
  | { kind: 'everyone' }
  | { kind: 'realm'; realm: Realm }
  | { kind: 'tenant'; tenantId: string; label?: string }
  | { kind: 'user'; userId: string; label?: string };

export interface MessageTexts {
  titleZh: string;
  titleEn: string;
  bodyZh: string;
  bodyEn: string;
}

export interface MessageDraft extends MessageTexts {
  audience: MessageAudience;
  level: MessageRow['level'];
  /** a path of this product */
  link?: string;
  senderName?: string;
}

type Addressed = Pick<MessageRow, 'audience' | 'audienceRealm' | 'audienceTenantId' | 'audienceUserId'>;

const addressOf = (audience: MessageAudience): Addressed => ({
  audience: audience.kind,
  audienceRealm: audience.kind === 'realm' ? audience.realm : null,
  audienceTenantId: audience.kind === 'tenant' ? audience.tenantId : null,
  audienceUserId: audience.kind === 'user' ? audience.userId : null,
});

export function topicOf(message: Addressed): string {
  if (message.audienceRealm) return realmTopic(message.audienceRealm);
  if (message.audienceTenantId) return tenantTopic(message.audienceTenantId);
  if (message.audienceUserId) return userTopic(message.audienceUserId);
  return everyoneTopic;
}

/** Writes the message and tells the open pages of its readers. */
export async function deliverMessage(tx: Tx, draft: MessageDraft): Promise<string> {
  const { audience, link, senderName = '', ...texts } = draft;
  const message = { id: newId(), ...addressOf(audience), ...texts, link: link ?? null, senderName };
  const label = audience.kind === 'tenant' || audience.kind === 'user' ? (audience.label ?? '') : '';
  await tx.insert(systemMessages).values({ ...message, audienceLabel: label });
  await emit(tx, topicOf(message), messageArrived, { id: message.id, level: draft.level });
  return message.id;
}
