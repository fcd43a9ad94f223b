import { and, count, desc, eq, gte, ilike, isNotNull, lt, or } from 'drizzle-orm';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import { auditEntries } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';

const rowsOfLog = () => rows(platformScope, auditEntries);
type LogColumns = ReturnType<typeof rowsOfLog>;
type LogRow = LogColumns['$inferSelect'];

/** An agent sees its own log and its tree's figures, not what its merchants do; the platform sees everything. */
const logScope = ({ session }: StaffContext): Scope =>
  session.realm === 'platform' ? platformScope : tenantScope(session.tenantId);

function nameOf(context: StaffContext, action: string): string {
  const [feature, verb] = action.split('.', 2);
  return context.services.texts.say(context.language, `${feature}:audit.${verb}`);
}

const present = (context: StaffContext, row: LogRow) => ({
  id: row.id,
  tenantId: row.tenantId,
  createdAt: row.createdAt.toISOString(),
  userId: row.userId,
  account: row.account,
  userName: row.userName,
  action: row.action,
  actionName: nameOf(context, row.action),
  entity: row.entity,
  entityId: row.entityId,
  label: row.label,
  address: row.address,
  before: row.before ?? null,
  after: row.after ?? null,
});

interface LogFilter {
  current: number;
  size: number;
  sort?: 'createdAt';
  order?: 'asc' | 'desc';
  userId?: string;
  action?: string;
  entity?: string;
  entityId?: string;
  startDate?: string;
  endDate?: string;
  keyword?: string;
  tenantId?: string;
}

function conditions(entry: LogColumns, filter: LogFilter) {
  const pattern = filter.keyword && likePattern(filter.keyword);
  return and(
    filter.tenantId ? eq(entry.tenantId, filter.tenantId) : undefined,
    filter.userId ? eq(entry.userId, filter.userId) : undefined,
    filter.action ? eq(entry.action, filter.action) : undefined,
    filter.entity ? eq(entry.entity, filter.entity) : undefined,
    filter.entityId ? eq(entry.entityId, filter.entityId) : undefined,
    filter.startDate ? gte(entry.createdAt, startOfDay(filter.startDate)) : undefined,
    filter.endDate ? lt(entry.createdAt, new Date(startOfDay(filter.endDate).getTime() + dayMs)) : undefined,
    pattern
      ? or(ilike(entry.label, pattern), ilike(entry.userName, pattern), ilike(entry.account, pattern))
      : undefined,
  );
}

export async function listLog(context: StaffContext, input: LogFilter) {
  const entry = rows(logScope(context), auditEntries);
  const reader = context.db.read;
  const where = conditions(entry, input);
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(entry)
        .where(where)
        .orderBy(
          ...orderBy(input, { createdAt: entry.createdAt }, { sort: 'createdAt', order: 'desc' }, entry.id),
        )
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(entry).where(where))[0]?.total ?? 0,
  );
  return { ...page, records: page.records.map((row) => present(context, row)) };
}

export async function recentLog(context: StaffContext, userId: string) {
  const entry = rows(logScope(context), auditEntries);
  const found = await context.db.read
    .select()
    .from(entry)
    .where(eq(entry.userId, userId))
    .orderBy(desc(entry.createdAt), desc(entry.id))
    .limit(20);
  return found.map((row) => present(context, row));
}

/** What occurs in the newest part of the log; older rarities are found by text. */
const looksBack = 5000;

export async function logFilters(context: StaffContext) {
  const entry = rows(logScope(context), auditEntries);
  const newest = await context.db.read
    .select({ action: entry.action, userId: entry.userId, userName: entry.userName })
    .from(entry)
    .where(isNotNull(entry.userId))
    .orderBy(desc(entry.createdAt))
    .limit(looksBack);
  const actions = [...new Set(newest.map(({ action }) => action))].sort();
  const users = new Map(newest.map(({ userId, userName }) => [userId!, userName]));
  return {
    actions: actions.map((action) => ({ action, name: nameOf(context, action) })),
    users: [...users].map(([id, name]) => ({ id, name })).slice(0, 500),
  };
}
