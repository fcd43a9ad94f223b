import { and, desc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Page } from '#kit/contract/schemas.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import type { contentContract } from '../contract.ts';
import { messageReads, systemMessages } from '../tables.ts';

type Recipient = Pick<StaffSession, 'userId' | 'tenantId' | 'realm'>;
export type MessageRow = typeof systemMessages.$inferSelect;

/** Which messages are for this person. The only way into somebody's inbox. */
const addressedTo = ({ userId, tenantId, realm }: Recipient): SQL =>
  and(
    isNull(systemMessages.withdrawnAt),
    or(
      eq(systemMessages.audience, 'everyone'),
      eq(systemMessages.audienceRealm, realm),
      eq(systemMessages.audienceTenantId, tenantId),
      eq(systemMessages.audienceUserId, userId),
    ),
  ) as SQL;

function readState(recipient: Recipient) {
  const reads = rows(tenantScope(recipient.tenantId), messageReads);
  const joined = and(eq(reads.messageId, systemMessages.id), eq(reads.userId, recipient.userId)) as SQL;
  return { reads, joined };
}

export type InboxRow = MessageRow & { readAt: Date | null };

export function inbox(
  reader: Reader,
  recipient: Recipient,
  input: { current: number; size: number; unread?: boolean; order?: 'asc' | 'desc' },
): Promise<Page<InboxRow>> {
  const { reads, joined } = readState(recipient);
  const where = and(addressedTo(recipient), input.unread ? isNull(reads.messageId) : undefined);
  const order = orderBy(
    { sort: 'createdAt', order: input.order ?? 'desc' },
    { createdAt: systemMessages.createdAt },
    { sort: 'createdAt', order: 'desc' },
    systemMessages.id,
  );
  return selectPage(
    input,
    async ({ limit, offset }) =>
      (
        await reader
          .select({ message: systemMessages, readAt: reads.readAt })
          .from(systemMessages)
          .leftJoin(reads, joined)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
      ).map(({ message, readAt }) => ({ ...message, readAt })),
    async () => {
      const [row] = await reader
        .select({ total: sql<number>`count(*)::int` })
        .from(systemMessages)
        .leftJoin(reads, joined)
        .where(where);
      return row?.total ?? 0;
    },
  );
}

export async function unreadCount(reader: Reader, recipient: Recipient): Promise<number> {
  const { reads, joined } = readState(recipient);
  const [row] = await reader
    .select({ total: sql<number>`count(*)::int` })
    .from(systemMessages)
    .leftJoin(reads, joined)
    .where(and(addressedTo(recipient), isNull(reads.messageId)));
  return row?.total ?? 0;
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

export const messageOf = (row: InboxRow, language: Language) => ({
  id: row.id,
  title: language === 'zh-cn' ? row.titleZh : row.titleEn,
  body: language === 'zh-cn' ? row.bodyZh : row.bodyEn,
  level: row.level,
  link: row.link,
  createdAt: row.createdAt.toISOString(),
  read: row.readAt !== null,
});

export function sentPage(
  reader: Reader,
  input: ParsedInputOf<typeof contentContract.pageSentMessages>,
): Promise<Page<MessageRow & { readers: number }>> {
  const reads = rows(platformScope, messageReads);
  const readers = reader
    .select({ messageId: reads.messageId, total: sql<number>`count(*)::int`.as('total') })
    .from(reads)
    .groupBy(reads.messageId)
    .as('readers');
  const pattern = input.keyword ? likePattern(input.keyword) : undefined;
  const where = and(
    input.audience ? eq(systemMessages.audience, input.audience) : undefined,
    input.level ? eq(systemMessages.level, input.level) : undefined,
    pattern
      ? or(
          ilike(systemMessages.titleZh, pattern),
          ilike(systemMessages.titleEn, pattern),
          ilike(systemMessages.audienceLabel, pattern),
        )
      : undefined,
  );
  const total = sql<number>`coalesce(${readers.total}, 0)`;
  const order = input.sort
    ? orderBy(
        input,
        { createdAt: systemMessages.createdAt, readers: total },
        { sort: 'createdAt', order: 'desc' },
        systemMessages.id,
      )
    : [desc(systemMessages.createdAt), desc(systemMessages.id)];
  return selectPage(
    input,
    async ({ limit, offset }) =>
      (
        await reader
          .select({ message: systemMessages, readers: total })
          .from(systemMessages)
          .leftJoin(readers, eq(readers.messageId, systemMessages.id))
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
      ).map(({ message, readers: count }) => ({ ...message, readers: count })),
    () => reader.$count(systemMessages, where),
  );
}
