import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { siteNames } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { CreditRecord, remotecreditContract } from '../contract.ts';
import { remoteCredits } from '../tables.ts';

type Credits = typeof remoteCredits extends TenantTable<infer T> ? T : never;
export type CreditRow = Credits['$inferSelect'];
type ListInput = ParsedInputOf<typeof remotecreditContract.listCredits>;

function matching(credit: Credits, input: ListInput): SQL | undefined {
  return and(
    input.fieldId ? eq(credit.siteId, input.fieldId) : undefined,
    input.equipmentId ? eq(credit.deviceId, input.equipmentId) : undefined,
    input.userId ? eq(credit.userId, input.userId) : undefined,
    input.state ? eq(credit.state, input.state) : undefined,
    input.from ? gte(credit.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(credit.createdAt, new Date(startOfDay(input.to).getTime() + dayMs)) : undefined,
  );
}

export function pageCredits(reader: Reader, scope: Scope, input: ListInput) {
  const credit = rows(scope, remoteCredits);
  const where = matching(credit, input);
  const order = orderBy(
    input,
    { createdAt: credit.createdAt, asked: credit.asked },
    { sort: 'createdAt', order: 'desc' },
    credit.id,
  );
  return selectPage<CreditRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(credit)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(credit).where(where);
      return found?.total ?? 0;
    },
  );
}

export async function selectCredits(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<CreditRow[]> {
  if (ids.length === 0) return [];
  const credit = rows(scope, remoteCredits);
  return reader
    .select()
    .from(credit)
    .where(inArray(credit.id, [...ids]));
}

export async function findByRequest(
  reader: Reader,
  tenantId: string,
  userId: string,
  requestId: string,
): Promise<CreditRow | undefined> {
  const credit = rows(tenantScope(tenantId), remoteCredits);
  const [found] = await reader
    .select()
    .from(credit)
    .where(and(eq(credit.userId, userId), eq(credit.requestId, requestId)));
  return found;
}

/** The latest name each person had. */
export async function selectCreditors(reader: Reader, scope: Scope): Promise<{ id: string; name: string }[]> {
  const credit = rows(scope, remoteCredits);
  return reader
    .selectDistinctOn([credit.userId], { id: credit.userId, name: credit.userName })
    .from(credit)
    .orderBy(asc(credit.userId), desc(credit.createdAt));
}

/** Coins that count against a person's day: what was counted, and what may still be added. Links count by themselves. */
export async function creditedOnDay(
  reader: Reader,
  tenantId: string,
  userId: string,
  day: string,
): Promise<number> {
  const credit = rows(tenantScope(tenantId), remoteCredits);
  const [found] = await reader
    .select({
      coins: sql<number>`coalesce(sum(case
        when ${credit.state} in ('pending', 'unknown') then ${credit.asked}
        else coalesce(${credit.counted}, ${credit.asked}) end), 0)::int`,
    })
    .from(credit)
    .where(and(eq(credit.userId, userId), eq(credit.day, day), isNull(credit.linkId)));
  return found?.coins ?? 0;
}

export async function insertCredit(
  tx: Tx,
  tenantId: string,
  values: Omit<Credits['$inferInsert'], 'tenantId'>,
): Promise<void> {
  await insert(tx, tenantScope(tenantId), remoteCredits, values);
}

export async function settleCredit(
  tx: Tx,
  tenantId: string,
  id: string,
  set: Pick<CreditRow, 'state' | 'counted' | 'reason' | 'settledAt'>,
): Promise<CreditRow | undefined> {
  const [row] = await update(tx, tenantScope(tenantId), remoteCredits, (credit) => eq(credit.id, id), set);
  return row;
}

interface DeviceColumns {
  deviceId: string;
  code: string;
  number: number;
  name: string | null;
  type: string;
  siteId: string;
}

/** Words in the language of whoever asks. */
export type Say = (key: string) => string;
export const sayFor =
  ({ services, language }: Pick<Context, 'services' | 'language'>): Say =>
  (key) =>
    services.texts.say(language, key);
export const typeName = (say: Say, type: string) => say(`devices:type.${type}`);

/** How the wire names a machine. */
export const deviceFields = (row: DeviceColumns, sites: ReadonlyMap<string, string>, say: Say) => ({
  equipmentId: row.deviceId,
  code: row.code,
  equipmentNo: row.number,
  equipmentName: row.name,
  equipmentType: row.type,
  typeName: typeName(say, row.type),
  fieldId: row.siteId,
  fieldName: sites.get(row.siteId) ?? '',
});

export const namesOfSites = (reader: Reader, scope: Scope, list: readonly { siteId: string }[]) =>
  siteNames(reader, scope, [...new Set(list.map(({ siteId }) => siteId))]);

export async function toCreditRecords(
  reader: Reader,
  scope: Scope,
  list: readonly CreditRow[],
  say: Say,
): Promise<CreditRecord[]> {
  const sites = await namesOfSites(reader, scope, list);
  return list.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    ...deviceFields(row, sites, say),
    userId: row.userId,
    userName: row.userName,
    byLink: row.linkId !== null,
    asked: row.asked,
    counted: row.counted,
    state: row.state,
    reason: row.reason,
    reasonName: row.reason && say(`devices:failure.${row.reason}`),
    remark: row.note,
    settledAt: row.settledAt?.toISOString() ?? null,
  }));
}
