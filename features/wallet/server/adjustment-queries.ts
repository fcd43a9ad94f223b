import { eq } from 'drizzle-orm';
import { tenantView } from '#features/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { walletAdjustments } from '../tables.ts';

export type AdjustmentRow = RowOf<typeof walletAdjustments>;

export function pageAdjustments(reader: Reader, input: ParsedInputOf<typeof walletContract.listAdjustments>) {
  const row = rows(platformScope, walletAdjustments);
  const organisation = tenantView(platformScope);
  return pageRows(reader, input, {
    from: () =>
      reader.select().from(row).innerJoin(organisation, eq(organisation.id, row.tenantId)).$dynamic(),
    filters: { state: equals(row.state), tenantId: equals(row.tenantId) },
    sort: { createdAt: row.createdAt, amountFen: row.amountFen },
    usual: { by: 'createdAt', order: 'desc' },
    tie: row.id,
  });
}
