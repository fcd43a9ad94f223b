import { and, asc, desc, eq, gt, lt, ne } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { findOwn, ownRows } from '#kit/server/player-tables.ts';
import type { PlayerScope, Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows } from '#kit/server/tables.ts';
import { messagesOfPage, type Side } from '../contract/shared.ts';
import { conversationMessages } from '../tables.ts';

export type MessageRow = RowOf<typeof conversationMessages>;
type Messages = ColumnsOf<typeof conversationMessages>;

interface Wanted {
  conversationId: string;
  before?: number | undefined;
  after?: number | undefined;
}

/** Read by the number of the message, so that the thousandth page costs as much as the first. */
async function pageOf(reader: Reader, message: Messages, { conversationId, before, after }: Wanted) {
  const forwards = after !== undefined;
  const found = await reader
    .select(pick(message, 'id', 'seq', 'createdAt', 'side', 'text', 'userName', 'pictureName', 'erasedAt'))
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationId),
        before === undefined ? undefined : lt(message.seq, before),
        forwards ? gt(message.seq, after) : undefined,
      ),
    )
    .orderBy(forwards ? asc(message.seq) : desc(message.seq))
    .limit(messagesOfPage + 1);
  const list = found.slice(0, messagesOfPage);
  return { list: forwards ? list : list.reverse(), hasMore: found.length > messagesOfPage };
}

export const pageMessages = (reader: Reader, scope: Scope, wanted: Wanted) =>
  pageOf(reader, rows(scope, conversationMessages), wanted);

export const pageOwnMessages = (reader: Reader, scope: PlayerScope, wanted: Wanted) =>
  pageOf(reader, ownRows(scope, conversationMessages), wanted);

export async function findMessage(reader: Reader, scope: Scope, id: string): Promise<MessageRow | undefined> {
  return (await find(reader, scope, conversationMessages, { id }))[0];
}

export async function findOwnMessage(
  reader: Reader,
  scope: PlayerScope,
  id: string,
): Promise<MessageRow | undefined> {
  return (await findOwn(reader, scope, conversationMessages, { id }))[0];
}

/** What was sent before with the same request id. */
export async function findSent(
  tx: Tx,
  scope: Scope,
  { conversationId, side, requestId }: { conversationId: string; side: Side; requestId: string },
): Promise<MessageRow | undefined> {
  return (await find(tx, scope, conversationMessages, { conversationId, side, requestId }))[0];
}

/** How many messages of a side come after one. */
export const countAfter = (
  tx: Tx,
  scope: Scope,
  { conversationId, seq, fromPlayer }: { conversationId: string; seq: number; fromPlayer: boolean },
): Promise<number> => {
  const message = rows(scope, conversationMessages);
  return tx.$count(
    message,
    and(
      eq(message.conversationId, conversationId),
      gt(message.seq, seq),
      fromPlayer ? eq(message.side, 'player') : ne(message.side, 'player'),
    ),
  );
};
