import { and, eq, gte, lt, or, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { walletAdjustments } from '../tables.ts';

export type AdjustmentRow = RowOf<typeof walletAdjustments>;

/** What a person has given or taken alone on a day, or anybody alone with one organisation. */
export async function adjustedAlone(
  reader: Reader,
  { userId, tenantId }: { userId: string; tenantId: string },
  day: string,
): Promise<number> {
  const row = rows(platformScope, walletAdjustments);
  const [found] = await reader
    .select({ sumFen: sql<number>`coalesce(sum(abs(${row.amountFen})), 0)::bigint`.mapWith(Number) })
    .from(row)
    .where(
      and(
        eq(row.state, 'done'),
        eq(row.decidedBy, row.askedBy),
        or(eq(row.askedBy, userId), eq(row.tenantId, tenantId)),
        gte(row.decidedAt, startOfDay(day)),
        lt(row.decidedAt, endOfDay(day)),
      ),
    );
  return found?.sumFen ?? 0;
}

export function pageAdjustments(reader: Reader, input: ParsedInputOf<typeof walletContract.listAdjustments>) {
  const row = rows(platformScope, walletAdjustments);
  const organisation = tenantView(platformScope);
  return pageRows(reader, input, {
    from: () => reader.select().from(row).innerJoin(organisation, eq(organisation.id, row.tenantId)),
    filters: { state: equals(row.state), tenantId: equals(row.tenantId) },
    ...newestFirst(row),
    sort: { createdAt: row.createdAt, amountFen: row.amountFen },
  });
}
