import { and, asc, eq, gt, inArray, isNotNull, isNull, max, notExists, or, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { type OddKind, oddKinds } from '../contract/kinds.ts';
import type { Habit } from '../rules/habit-rules.ts';
import type { BandPoint } from '../rules/odd-machine-rules.ts';
import { alertHabits, alertLooks, alertPictures, alertSilences, alerts } from '../tables.ts';

export interface DueSite {
  tenantId: string;
  siteId: string;
}

/** Sites that were not looked at up to this hour yet, some at a time, each once. */
export async function* dueSites(
  reader: Reader,
  scope: Scope,
  until: Date,
  atOnce: number,
): AsyncGenerator<DueSite> {
  const site = siteView(scope);
  const look = rows(scope, alertLooks);
  const isLooked = reader
    .select({ siteId: look.siteId })
    .from(look)
    .where(
      and(
        eq(look.tenantId, site.tenantId),
        eq(look.siteId, site.id),
        sql`${look.untilAt} >= ${until.toISOString()}`,
      ),
    );
  let last: DueSite | undefined;
  for (;;) {
    const found: DueSite[] = await reader
      .select({ tenantId: site.tenantId, siteId: site.id })
      .from(site)
      .where(
        and(
          isNull(site.removedAt),
          notExists(isLooked),
          last && sql`(${site.tenantId}, ${site.id}) > (${last.tenantId}, ${last.siteId}::uuid)`,
        ),
      )
      .orderBy(asc(site.tenantId), asc(site.id))
      .limit(atOnce);
    yield* found;
    if (found.length < atOnce) return;
    last = found.at(-1);
  }
}

/** The machines of a site, some at a time. */
export async function* machinesOfSite(
  reader: Reader,
  { tenantId, siteId }: DueSite,
  atOnce: number,
): AsyncGenerator<string[]> {
  const device = deviceView(tenantScope(tenantId));
  let last: string | undefined;
  for (;;) {
    const found: { id: string }[] = await reader
      .select({ id: device.id })
      .from(device)
      .where(
        and(
          eq(device.siteId, siteId),
          isNull(device.unboundAt),
          eq(device.controlled, true),
          last ? gt(device.id, last) : undefined,
        ),
      )
      .orderBy(asc(device.id))
      .limit(atOnce);
    if (found.length > 0) yield found.map(({ id }) => id);
    if (found.length < atOnce) return;
    last = found.at(-1)?.id;
  }
}

export async function selectHabits(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<Map<string, RowOf<typeof alertHabits>>> {
  const habit = rows(scope, alertHabits);
  const found = await reader
    .select()
    .from(habit)
    .where(inArray(habit.deviceId, [...deviceIds]));
  return new Map(found.map((row) => [row.deviceId, row]));
}

export interface MadeHabit {
  deviceId: string;
  siteId: string;
  madeOn: string;
  habit: Habit | null;
}

export async function storeHabits(tx: Tx, tenantId: string, list: readonly MadeHabit[]): Promise<void> {
  if (list.length === 0) return;
  await tx.execute(sql`
    insert into alert_habit (tenant_id, device_id, site_id, made_on, habit)
    select ${tenantId}, next."deviceId", next."siteId", next."madeOn", nullif(next.habit, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as next("deviceId" uuid, "siteId" uuid, "madeOn" date,
      habit jsonb) order by 2
    on conflict (tenant_id, device_id) do update set site_id = excluded.site_id, made_on = excluded.made_on,
      habit = excluded.habit`);
}

export async function markLooked(tx: Tx, { tenantId, siteId }: DueSite, until: Date): Promise<void> {
  await tx.execute(sql`
    insert into alert_look (tenant_id, site_id, until_at) values (${tenantId}, ${siteId}, ${until.toISOString()})
    on conflict (tenant_id, site_id) do update set until_at = excluded.until_at`);
}

/** When machines could not take anything and an alert says so: away, or stopped by a fault. */
export async function selectExcuses(reader: Reader, scope: Scope, deviceIds: readonly string[], since: Date) {
  const alert = rows(scope, alerts);
  return reader
    .select({ deviceId: alert.deviceId, openedAt: alert.openedAt, goneAt: alert.goneAt, data: alert.data })
    .from(alert)
    .where(
      and(
        inArray(alert.deviceId, [...deviceIds]),
        or(eq(alert.kind, 'offline'), and(eq(alert.kind, 'fault'), eq(alert.severity, 'severe'))),
        or(isNull(alert.goneAt), gt(alert.goneAt, since)),
      ),
    );
}

/** Of the whole site: one at most is held, and when the last one ended. */
export async function selectSiteLow(reader: Reader, { tenantId, siteId }: DueSite, since: Date) {
  const alert = rows(tenantScope(tenantId), alerts);
  const found = await reader
    .select()
    .from(alert)
    .where(
      and(
        // said as it is, so that the small index of these is used
        sql`${alert.kind} = 'siteLow'`,
        eq(alert.subject, siteId),
        or(isNull(alert.goneAt), gt(alert.endedAt, since)),
      ),
    );
  const ends = found.flatMap(({ goneAt, endedAt }) => (goneAt && endedAt ? [endedAt.getTime()] : []));
  return {
    held: found.filter(({ goneAt }) => goneAt === null),
    endedAt: ends.length > 0 ? Math.max(...ends) : undefined,
  };
}

/** When the last alert of a kind ended: what was before does not count a second time. */
export async function selectLastEnds(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
  since: Date,
) {
  const alert = rows(scope, alerts);
  return reader
    .select({ deviceId: alert.deviceId, kind: alert.kind, endedAt: max(alert.endedAt) })
    .from(alert)
    .where(
      and(
        inArray(alert.deviceId, [...deviceIds]),
        inArray(alert.kind, [...oddKinds]),
        isNotNull(alert.goneAt),
        gt(alert.endedAt, since),
      ),
    )
    .groupBy(alert.deviceId, alert.kind);
}

/** Silences of a site that last or ended lately. */
export async function selectSilences(reader: Reader, scope: Scope, siteId: string, since: Date) {
  const silence = rows(scope, alertSilences);
  return reader
    .select({
      ...pick(silence, 'deviceId', 'kind', 'createdAt'),
      untilAt: sql`least(${silence.untilAt}, ${silence.endedAt})`.mapWith(silence.untilAt),
    })
    .from(silence)
    .where(and(eq(silence.siteId, siteId), gt(silence.untilAt, since)));
}

/** The picture of each machine and kind goes to its alert that is open. */
export async function storePictures(
  tx: Tx,
  tenantId: string,
  list: readonly { deviceId: string; kind: OddKind; points: readonly BandPoint[] }[],
): Promise<void> {
  if (list.length === 0) return;
  await tx.execute(sql`
    insert into alert_picture (tenant_id, alert_id, points)
    select a.tenant_id, a.id, next.points
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as next("deviceId" uuid, kind text, points jsonb)
    join alert a on a.tenant_id = ${tenantId} and a.device_id = next."deviceId" and a.kind = next.kind
      and a.ended_at is null
    order by a.id
    on conflict (tenant_id, alert_id) do update set points = excluded.points`);
}

export async function storeSitePicture(
  tx: Tx,
  { tenantId, siteId }: DueSite,
  points: readonly BandPoint[],
): Promise<void> {
  await tx.execute(sql`
    insert into alert_picture (tenant_id, alert_id, points)
    select tenant_id, id, ${JSON.stringify(points)}::jsonb from alert
    where tenant_id = ${tenantId} and kind = 'siteLow' and subject = ${siteId} and ended_at is null
    on conflict (tenant_id, alert_id) do update set points = excluded.points`);
}

/** Empty for an alert without a picture; undefined for one beyond the scope. */
export async function readPoints(
  reader: Reader,
  scope: Scope,
  alertId: string,
): Promise<BandPoint[] | undefined> {
  const [alert] = await find(reader, scope, alerts, { id: alertId });
  if (!alert) return undefined;
  const [picture] = await find(reader, tenantScope(alert.tenantId), alertPictures, { alertId });
  return picture?.points ?? [];
}
