import { and, eq, gte, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { findPlain } from '#kit/server/row-statements.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { messagesContract } from '../contract/messages.ts';
import { messageReads, systemMessages } from '../tables.ts';
import type { Recipient } from './recipient.ts';

export type MessageRow = typeof systemMessages.$inferSelect;

const pathOfLink = sql<string>`split_part(${systemMessages.link}, '?', 1)`;

/** What a person wrote, and what is for one person alone, is read whatever page it leads to. */
const isOpenTo = ({ closedPaths }: Recipient) =>
  or(
    ne(systemMessages.senderName, ''),
    eq(systemMessages.audience, 'user'),
    isNull(systemMessages.link),
    notInArray(pathOfLink, [...closedPaths]),
  );

/** Which messages are for this person. The only way into somebody's inbox. */
const addressedTo = (recipient: Recipient): SQL => {
  const { userId, tenantId, realm, since } = recipient;
  return and(
    isNull(systemMessages.withdrawnAt),
    gte(systemMessages.createdAt, since),
    isOpenTo(recipient),
    or(
      eq(systemMessages.audience, 'everyone'),
      eq(systemMessages.audienceRealm, realm),
      eq(systemMessages.audienceTenantId, tenantId),
      eq(systemMessages.audienceUserId, userId),
    ),
  ) as SQL;
};

function readState(recipient: Recipient) {
  const reads = rows(tenantScope(recipient.tenantId), messageReads);
  const joined = and(eq(reads.messageId, systemMessages.id), eq(reads.userId, recipient.userId)) as SQL;
  return { reads, joined };
}

export type InboxRow = Awaited<ReturnType<typeof pageInbox>>['records'][number];

export const pageInbox = listing(messagesContract.listMessages, (reader, recipient: Recipient, input) => {
  const { reads, joined } = readState(recipient);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ message: systemMessages, readAt: reads.readAt })
        .from(systemMessages)
        .leftJoin(reads, joined),
    where: addressedTo(recipient),
    filters: { unread: (unread) => (unread ? isNull(reads.messageId) : undefined) },
    ...newestFirst(systemMessages),
  });
});

export async function countUnread(reader: Reader, recipient: Recipient): Promise<number> {
  const { reads, joined } = readState(recipient);
  const [row] = await reader
    .select({ unread: sql<number>`count(*)::int` })
    .from(systemMessages)
    .leftJoin(reads, joined)
    .where(and(addressedTo(recipient), isNull(reads.messageId)));
  return row?.unread ?? 0;
}

/** Marks what is addressed to the person and nothing else; repeating it (two tabs at once) does no harm. */
export async function markRead(
  tx: Tx,
  recipient: Recipient,
  now: Date,
  messageId?: string,
): Promise<{ addressed: number; marked: number }> {
  const where = and(addressedTo(recipient), messageId ? eq(systemMessages.id, messageId) : undefined);
  const [result] = await tx.execute<{ addressed: number; marked: number }>(sql`
    with mine as (select ${systemMessages.id} as id from ${systemMessages} where ${where}),
    added as (
      insert into message_read (tenant_id, user_id, message_id, read_at)
      select ${recipient.tenantId}, ${recipient.userId}::uuid, mine.id, ${now.toISOString()}::timestamptz from mine
      on conflict do nothing returning message_id)
    select (select count(*)::int from mine) as addressed, (select count(*)::int from added) as marked`);
  return { addressed: result?.addressed ?? 0, marked: result?.marked ?? 0 };
}

export type SentRow = Awaited<ReturnType<typeof pageSent>>['records'][number];

/** With how many accounts have read each. */
export function pageSent(reader: Reader, input: ParsedInputOf<typeof messagesContract.pageSentMessages>) {
  const reads = rows(platformScope, messageReads);
  const reading = reader
    .select({ messageId: reads.messageId, people: sql<number>`count(*)::int`.as('people') })
    .from(reads)
    .groupBy(reads.messageId)
    .as('reading');
  const readers = sql<number>`coalesce(${reading.people}, 0)`;
  const { createdAt, titleZh, titleEn, audienceLabel, audience, level, id } = systemMessages;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ message: systemMessages, readers })
        .from(systemMessages)
        .leftJoin(reading, eq(reading.messageId, id)),
    filters: {
      audience: equals(audience),
      level: equals(level),
      keyword: search(titleZh, titleEn, audienceLabel),
    },
    ...newestFirst(systemMessages),
    sort: { createdAt, readers },
  });
}

export async function lockMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  const [row] = await findPlain(tx, systemMessages, { id }, 'update');
  return row;
}
