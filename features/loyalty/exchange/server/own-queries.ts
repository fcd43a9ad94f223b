import { and, desc, eq, gt } from 'drizzle-orm';
import { selectOwn } from '#features/loyalty/handover/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { pageRows } from '#kit/server/page-rows.ts';
import type { PlayerScope } from '#kit/server/scope.ts';
import type { ownCalls } from '../contract/own.ts';

export function pageOwnExchanges(
  reader: Reader,
  scope: PlayerScope,
  input: ParsedInputOf<typeof ownCalls.listOwnExchanges>,
) {
  const { row, query } = selectOwn(reader, scope);
  return pageRows(reader, input, {
    from: () => query(),
    of: row,
    // what was bought for money stands among the orders
    where: eq(row.kind, 'exchange'),
    filters: {},
    sort: { createdAt: row.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
  });
}

/** The newest of the counter, where it is of a moment ago. */
export async function latestOfCounter(reader: Reader, scope: PlayerScope, after: Date) {
  const { row, query } = selectOwn(reader, scope);
  const [found] = await query()
    .where(and(eq(row.way, 'counter'), gt(row.createdAt, after)))
    .orderBy(desc(row.createdAt))
    .limit(1);
  return found;
}
