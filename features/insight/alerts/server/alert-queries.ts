import { and, asc, desc, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows, update } from '#kit/server/tables.ts';
import { type AlertKind, type AlertSeverity, oddKinds } from '../contract/kinds.ts';
import { alertsContract, type EndReason } from '../contract.ts';
import { type AlertData, alerts } from '../tables.ts';

type Alerts = ColumnsOf<typeof alerts>;
export type AlertRow = RowOf<typeof alerts>;

/** By the alphabet the severe ones come first. */
const bySeverity = (alert: Alerts) => asc(alert.severity);

const placeInKind = (alert: Alerts) =>
  sql`row_number() over (partition by ${alert.kind}, ${alert.severity} order by ${alert.openedAt} desc, ${alert.id} desc)`;

/** Alerts with the machine as it is called now, as long as the merchant has it, and the site. */
function placed(reader: Reader, scope: Scope) {
  const alert = rows(scope, alerts);
  const device = deviceView(scope);
  const site = siteView(scope);
  const isDevice = and(
    eq(device.tenantId, alert.tenantId),
    eq(device.id, alert.deviceId),
    isNull(device.unboundAt),
  );
  const query = () =>
    reader
      .select({
        ...pick(alert, 'id', 'kind', 'subject', 'severity', 'data', 'deviceId', 'siteId'),
        siteName: site.name,
        device: { id: device.id, number: device.number, name: device.name, code: device.code },
        ...pick(alert, 'openedAt', 'acknowledgedAt', 'acknowledgedName', 'note', 'endedAt', 'endReason'),
        ...pick(alert, 'endedName'),
      })
      .from(alert)
      .leftJoin(device, isDevice)
      .leftJoin(site, atSite(site, alert));
  return { alert, query };
}

export type PlacedAlert = Awaited<ReturnType<ReturnType<typeof placed>['query']>>[number];

/** What stands still before what soon might; of all, the open ones before those that ended. */
function usualOrder(alert: Alerts, state: 'open' | 'ended' | undefined): SQL[] {
  if (state === 'open') return [bySeverity(alert), desc(alert.openedAt)];
  if (state === 'ended') return [desc(alert.openedAt)];
  return [
    sql`(${alert.endedAt} is not null)`,
    sql`(case when ${alert.endedAt} is null then ${alert.severity} end)`,
    desc(alert.openedAt),
  ];
}

export const pageAlerts = listing(alertsContract.listAlerts, (reader, scope, input) => {
  const { alert, query } = placed(reader, scope);
  return pageRows(reader, input, {
    of: alert,
    from: query,
    filters: {
      state: (state) => (state === 'open' ? isNull(alert.endedAt) : isNotNull(alert.endedAt)),
      kind: equals(alert.kind),
      severity: equals(alert.severity),
      fieldId: equals(alert.siteId),
      equipmentId: equals(alert.deviceId),
    },
    sort: { openedAt: alert.openedAt, severity: alert.severity },
    usual: usualOrder(alert, input.state),
  });
});

/** Alerts that say the same: of one kind and severity, and where machines name a fault, of one fault. */
const sameness = (alert: Alerts) =>
  sql<string>`case when ${alert.kind} = 'fault' then ${alert.subject} else '' end`;
const sameKey = (kind: string, severity: string, fault: string) => `${kind} ${severity} ${fault}`;

export async function summarise(
  reader: Reader,
  scope: Scope,
  siteId: string | undefined,
  most: { latest: number; groups: number; inGroup: number },
) {
  const { alert, query } = placed(reader, scope);
  const where = and(isNull(alert.endedAt), siteId ? eq(alert.siteId, siteId) : undefined);
  const count = sql<number>`count(*)::int`;
  const fault = sameness(alert);
  const placeInGroup = sql`row_number() over (
    partition by ${alert.kind}, ${alert.severity}, ${fault} order by ${alert.openedAt} desc, ${alert.id} desc)`;
  const [[counted], latest, groups, members] = await Promise.all([
    reader
      .select({
        open: count,
        severe: sql<number>`(count(*) filter (where ${alert.severity} = 'severe'))::int`,
      })
      .from(alert)
      .where(where),
    query()
      .where(where)
      // One of each kind before the second of any: ten of the same must not hide the eleventh.
      .orderBy(bySeverity(alert), placeInKind(alert), desc(alert.openedAt), desc(alert.id))
      .limit(most.latest),
    reader
      .select({ kind: alert.kind, severity: alert.severity, fault, count })
      .from(alert)
      .where(where)
      .groupBy(alert.kind, alert.severity, fault)
      .orderBy(bySeverity(alert), desc(sql`max(${alert.openedAt})`), alert.kind, fault)
      .limit(most.groups),
    query()
      .where(where)
      .orderBy(placeInGroup, bySeverity(alert), desc(alert.openedAt), desc(alert.id))
      .limit(most.groups * most.inGroup * 2),
  ]);
  const byGroup = Map.groupBy(members, ({ kind, severity, subject }) =>
    sameKey(kind, severity, kind === 'fault' ? subject : ''),
  );
  return {
    open: counted?.open ?? 0,
    severe: counted?.severe ?? 0,
    latest,
    groups: groups.flatMap(({ kind, severity, fault, count }) => {
      const alerts = byGroup.get(sameKey(kind, severity, fault))?.slice(0, most.inGroup);
      return alerts ? [{ count, alerts }] : [];
    }),
  };
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

/** Held ones of machines, and of sites, that nobody has any more: no look comes by them. */
export async function selectForsaken(
  reader: Reader,
  scope: Scope,
  kinds: readonly AlertKind[],
): Promise<AlertRow[]> {
  const alert = rows(scope, alerts);
  const device = deviceView(scope);
  const isThere = reader
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.id, alert.deviceId), isNull(device.unboundAt)));
  const site = siteView(scope);
  const isSiteThere = reader
    .select({ id: site.id })
    .from(site)
    .where(and(eq(site.id, alert.siteId), isNull(site.removedAt)));
  return reader
    .select()
    .from(alert)
    .where(
      and(
        isNull(alert.goneAt),
        inArray(alert.kind, [...kinds]),
        notExists(isThere),
        or(isNotNull(alert.deviceId), notExists(isSiteThere)),
      ),
    );
}

export const lockOpen = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<AlertRow[]> =>
  find(tx, scope, alerts, (alert) => and(inArray(alert.id, [...ids]), isNull(alert.endedAt)), 'update');

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
  // In a fixed order: two transactions that open the same ones wait for each other and do not deadlock.
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

export async function countOpen(
  reader: Reader,
  scope: Scope,
  where: (alert: Alerts) => SQL | undefined,
): Promise<{ anomalies: number; alerts: number }> {
  const alert = rows(scope, alerts);
  const isOdd = inArray(alert.kind, [...oddKinds]);
  const [counted] = await reader
    .select({
      anomalies: sql<number>`(count(*) filter (where ${isOdd}))::int`,
      alerts: sql<number>`(count(*) filter (where not ${isOdd}))::int`,
    })
    .from(alert)
    .where(and(isNull(alert.endedAt), where(alert)));
  return counted ?? { anomalies: 0, alerts: 0 };
}
