import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { selectPage } from '#kit/server/paging.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { AlertKind, AlertSeverity } from '../contract/kinds.ts';
import type { alertsContract, EndReason } from '../contract.ts';
import { type AlertData, alerts } from '../tables.ts';

type Alerts = typeof alerts extends TenantTable<infer T> ? T : never;
export type AlertRow = Alerts['$inferSelect'];
type ListInput = ParsedInputOf<typeof alertsContract.listAlerts>;

/** Severe ones first. */
const bySeverity = (alert: Alerts) => sql`(case ${alert.severity} when 'severe' then 0 else 1 end)`;

const placeInKind = (alert: Alerts) =>
  sql`row_number() over (partition by ${alert.kind}, ${alert.severity} order by ${alert.openedAt} desc, ${alert.id} desc)`;

function matching(alert: Alerts, input: ListInput): SQL | undefined {
  return and(
    input.state === undefined
      ? undefined
      : input.state === 'open'
        ? isNull(alert.endedAt)
        : isNotNull(alert.endedAt),
    input.kind ? eq(alert.kind, input.kind) : undefined,
    input.severity ? eq(alert.severity, input.severity) : undefined,
    input.fieldId ? eq(alert.siteId, input.fieldId) : undefined,
    input.equipmentId ? eq(alert.deviceId, input.equipmentId) : undefined,
  );
}

function orderOf(alert: Alerts, input: ListInput): SQL[] {
  const by = input.order === 'asc' ? asc : desc;
  if (input.sort === 'openedAt') return [by(alert.openedAt), by(alert.id)];
  if (input.sort === 'severity')
    return [(input.order === 'desc' ? desc : asc)(bySeverity(alert)), desc(alert.openedAt), desc(alert.id)];
  // Open before ended, then what stands still before what soon might.
  return [
    sql`(${alert.endedAt} is not null)`,
    sql`(case when ${alert.endedAt} is null then ${bySeverity(alert)} else 0 end)`,
    desc(alert.openedAt),
    desc(alert.id),
  ];
}

const countOf = async (reader: Reader, alert: Alerts, where: SQL | undefined): Promise<number> => {
  const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(alert).where(where);
  return found?.total ?? 0;
};

export function pageAlerts(reader: Reader, scope: Scope, input: ListInput) {
  const alert = rows(scope, alerts);
  const where = matching(alert, input);
  return selectPage<AlertRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(alert)
        .where(where)
        .orderBy(...orderOf(alert, input))
        .limit(limit)
        .offset(offset),
    () => countOf(reader, alert, where),
  );
}

export async function summarise(reader: Reader, scope: Scope, siteId: string | undefined, latest: number) {
  const alert = rows(scope, alerts);
  const where = and(isNull(alert.endedAt), siteId ? eq(alert.siteId, siteId) : undefined);
  const [open, severe, found] = await Promise.all([
    countOf(reader, alert, where),
    countOf(reader, alert, and(where, eq(alert.severity, 'severe'))),
    reader
      .select()
      .from(alert)
      .where(where)
      // One of each kind before the second of any: ten of the same must not hide the eleventh.
      .orderBy(bySeverity(alert), placeInKind(alert), desc(alert.openedAt), desc(alert.id))
      .limit(latest),
  ]);
  return { open, severe, latest: found };
}

export async function selectOpen(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<AlertRow[]> {
  if (deviceIds.length === 0) return [];
  const alert = rows(scope, alerts);
  return reader
    .select()
    .from(alert)
    .where(and(isNull(alert.endedAt), inArray(alert.deviceId, [...deviceIds])))
    .orderBy(bySeverity(alert), desc(alert.openedAt));
}

/** Alerts whose cause lasts, ended by hand or not. */
export async function selectHeld(
  reader: Reader,
  scope: Scope,
  filter: { kinds?: readonly AlertKind[]; deviceIds?: readonly string[] } = {},
): Promise<AlertRow[]> {
  const alert = rows(scope, alerts);
  return reader
    .select()
    .from(alert)
    .where(
      and(
        isNull(alert.goneAt),
        filter.kinds && inArray(alert.kind, [...filter.kinds]),
        filter.deviceIds && inArray(alert.deviceId, [...filter.deviceIds]),
      ),
    );
}

export async function lockOpen(tx: Tx, scope: Scope, ids: readonly string[]): Promise<AlertRow[]> {
  const alert = rows(scope, alerts);
  return tx
    .select()
    .from(alert)
    .where(and(inArray(alert.id, [...ids]), isNull(alert.endedAt)))
    .orderBy(asc(alert.id))
    .for('update');
}

export interface NewAlert {
  id: string;
  siteId: string | null;
  deviceId: string | null;
  kind: AlertKind;
  subject: string;
  severity: AlertSeverity;
  data: AlertData;
  openedAt: Date;
}

/** Answers the ids of those that are new; what is already held stays as it is. */
export async function openNew(tx: Tx, tenantId: string, list: readonly NewAlert[]): Promise<Set<string>> {
  // In a fixed order: two transactions that open the same ones wait for each other instead of locking crosswise.
  const sorted = list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const opened = await tx.execute<{ id: string }>(sql`
    insert into alert (tenant_id, id, site_id, device_id, kind, subject, severity, data, opened_at)
    select ${tenantId}, next.* from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as next(
      "id" uuid, "siteId" uuid, "deviceId" uuid, "kind" text, "subject" text, "severity" text, "data" jsonb,
      "openedAt" timestamptz)
    on conflict (tenant_id, device_id, kind, subject) where gone_at is null do nothing returning id`);
  return new Set([...opened].map(({ id }) => id));
}

/** How an alert stands now that it has lasted a while. */
export type Moved = Pick<NewAlert, 'id' | 'severity' | 'data'>;

export async function moveOn(tx: Tx, tenantId: string, list: readonly Moved[]): Promise<void> {
  if (list.length === 0) return;
  await tx.execute(sql`
    update alert set severity = next.severity, data = next.data
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as next(id uuid, severity text, data jsonb)
    where alert.tenant_id = ${tenantId} and alert.id = next.id and alert.ended_at is null`);
}

/** What makes two alerts the same. */
export const keyOf = (alert: Pick<NewAlert, 'deviceId' | 'kind' | 'subject'>): string =>
  `${alert.deviceId ?? ''} ${alert.kind} ${alert.subject}`;

/** The cause is gone; who ended it by hand before keeps that. Answers whether anything changed. */
export async function endHeld(
  tx: Tx,
  tenantId: string,
  where: (alert: Alerts) => SQL | undefined,
  reason: EndReason,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const ended = await update(
    tx,
    tenantScope(tenantId),
    alerts,
    (alert) => and(isNull(alert.goneAt), where(alert)),
    {
      goneAt: now,
      endedAt: sql`coalesce(ended_at, ${at}::timestamptz)`,
      endReason: sql`coalesce(end_reason, ${reason})`,
    },
  );
  return ended.length > 0;
}

export async function changeAlerts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  set: Partial<AlertRow>,
): Promise<void> {
  await update(tx, tenantScope(tenantId), alerts, (alert) => inArray(alert.id, [...ids]), set);
}
