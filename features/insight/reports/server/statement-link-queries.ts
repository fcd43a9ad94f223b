import { and, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { LinkState, statementsContract } from '../contract/statements.ts';
import { statementLinks } from '../tables.ts';

export type LinkRow = RowOf<typeof statementLinks>;

export function stateOf(link: Pick<LinkRow, 'withdrawnAt' | 'expiresAt'>, now: Date): LinkState {
  if (link.withdrawnAt) return 'withdrawn';
  return link.expiresAt <= now ? 'expired' : 'open';
}

/** Of whichever organisation; the token is all that its bearer has. */
export async function findLink(reader: Reader, tokenHash: string): Promise<LinkRow | undefined> {
  const [found] = await find(reader, platformScope, statementLinks, { tokenHash });
  return found;
}

export async function countOpening(tx: Tx, { tenantId, id }: LinkRow, now: Date): Promise<void> {
  await update(
    tx,
    tenantScope(tenantId),
    statementLinks,
    { id },
    {
      opened: sql`opened + 1`,
      lastOpenedAt: now,
    },
  );
}

export function pageLinks(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof statementsContract.listStatementLinks>,
  now: Date,
) {
  const link = rows(scope, statementLinks);
  const site = siteView(scope);
  const { tenantId, siteId, userId, givenAt, fromDay, toDay } = link;
  const { id, remark, userName, createdAt, expiresAt, withdrawnAt, opened, lastOpenedAt } = link;
  const states: Record<LinkState, SQL | undefined> = {
    open: and(isNull(withdrawnAt), gt(expiresAt, now)),
    expired: and(isNull(withdrawnAt), lte(expiresAt, now)),
    withdrawn: isNotNull(withdrawnAt),
  };
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, remark, userName, createdAt, expiresAt, withdrawnAt, opened, lastOpenedAt },
          ...{ tenantId, siteId, userId, givenAt, fromDay, toDay },
          firstDay: fromDay,
          lastDay: toDay,
          fieldId: siteId,
          fieldName: sql<string>`coalesce(${site.name}, '')`,
        })
        .from(link)
        .leftJoin(site, and(eq(site.tenantId, link.tenantId), eq(site.id, link.siteId)))
        .$dynamic(),
    filters: { fieldId: equals(link.siteId), state: (state: LinkState) => states[state] },
    sort: { createdAt, expiresAt, lastOpenedAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: id,
  });
}
