import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { accountView, ownTenant } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { auditEntries } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { days, newestFirst } from '#kit/server/listing.ts';
import { equals, pageDeep, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { type ColumnsOf, type RowOf, rows } from '#kit/server/tables.ts';
import type { logContract } from '../contract/log.ts';

export type LogRow = RowOf<typeof auditEntries>;

/** An agent sees its own log and its tree's figures, not what its merchants do; the platform sees everything. */
const logScope = (context: StaffContext): Scope =>
  context.session.realm === 'platform' ? platformScope : ownTenant(context);

/** Who works at some sites reads what happened there, and what they did themselves. */
function withinSites({ session }: StaffContext, entry: ColumnsOf<typeof auditEntries>): SQL | undefined {
  const { scope, userId, userType } = session;
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  const own = eq(entry.userId, userId);
  const here = inArray(entry.siteId, [...scope.siteIds]);
  return or(own, userType === userTypes.franchisee ? and(here, notByRivals(scope, entry)) : here);
}

/** Franchisees who share a site do not read who the others are. */
function notByRivals(scope: Scope, entry: ColumnsOf<typeof auditEntries>): SQL {
  const user = accountView(scope, 'rival');
  const rival = and(eq(user.id, entry.userId), eq(user.userType, userTypes.franchisee));
  return sql`not exists (select from ${user} where ${rival})`;
}

export function pageLog(context: StaffContext, input: ParsedInputOf<typeof logContract.listLog>) {
  const entry = rows(logScope(context), auditEntries);
  const reader = context.db.read;
  return pageDeep(reader, input, {
    of: entry,
    from: () => reader.select().from(entry).$dynamic(),
    where: withinSites(context, entry),
    filters: {
      tenantId: equals(entry.tenantId),
      userId: equals(entry.userId),
      action: equals(entry.action),
      entity: equals(entry.entity),
      entityId: equals(entry.entityId),
      ...days(entry.createdAt),
      keyword: search(entry.label, entry.userName, entry.account),
    },
    ...newestFirst(entry),
  });
}

export async function recentLog(context: StaffContext, userId: string): Promise<LogRow[]> {
  const entry = rows(logScope(context), auditEntries);
  return context.db.read
    .select()
    .from(entry)
    .where(and(eq(entry.userId, userId), withinSites(context, entry)))
    .orderBy(desc(entry.createdAt), desc(entry.id))
    .limit(20);
}

/** What occurs in the newest part of the log; older rarities are found by text. */
const looksBack = 5000;

export async function newestActions(context: StaffContext) {
  const entry = rows(logScope(context), auditEntries);
  return context.db.read
    .select({ action: entry.action, userId: entry.userId, userName: entry.userName })
    .from(entry)
    .where(and(isNotNull(entry.userId), withinSites(context, entry)))
    .orderBy(desc(entry.createdAt))
    .limit(looksBack);
}
