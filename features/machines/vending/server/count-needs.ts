import { asc, eq, inArray, sql } from 'drizzle-orm';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { deviceNeed, salesDays } from '../rules/need-rules.ts';
import { vendingNeeds } from '../tables.ts';
import { laneRecordsOf } from './lane-records.ts';

/**
 * Counts again how much machines need a visit, with the change that made it different. Their rows are locked before
 * anything is read: of two changes of one machine the second sees what the first did. Machines that hold no products
 * have no row and are passed over.
 */
export async function countNeeds(
  tx: Tx,
  tenantId: string,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  if (deviceIds.length === 0) return;
  const scope = tenantScope(tenantId);
  const need = rows(scope, vendingNeeds);
  const device = deviceView(scope);
  const locked = await tx
    .select({ deviceId: need.deviceId })
    .from(need)
    .where(inArray(need.deviceId, [...deviceIds]))
    .orderBy(asc(need.deviceId))
    .for('update');
  const ids = locked.map(({ deviceId }) => deviceId);
  if (ids.length === 0) return;
  const devices = await tx
    .select({ tenantId: device.tenantId, deviceId: device.id, type: device.type })
    .from(device)
    .where(inArray(device.id, ids));
  const lanes = await laneRecordsOf(tx, scope, devices, now);
  const counted = ids.map((deviceId) => {
    const { need: sum, shortLanes, warnFrom } = deviceNeed(lanes.get(deviceId) ?? []);
    return { device_id: deviceId, need: sum, short_lanes: shortLanes, warn_from: warnFrom };
  });
  await tx.execute(sql`
    update vending_need set need = next.need, short_lanes = next.short_lanes, warn_from = next.warn_from, stale = false
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      as next(device_id uuid, need integer, short_lanes integer, warn_from date)
    where vending_need.tenant_id = ${tenantId} and vending_need.device_id = next.device_id`);
}

/** A product's own days changed: every machine that holds it is to be counted again, however many they are. */
export async function markHolders(tx: Tx, tenantId: string, templateId: string): Promise<void> {
  await tx.execute(sql`
    update vending_need set stale = true
    where tenant_id = ${tenantId} and device_id in (
      select device_id from vending_lane where tenant_id = ${tenantId} and template_id = ${templateId})`);
}

const devicesPerTurn = 200;

/** A few machines at a time, so that nobody who sells or fills waits long. */
export async function countStale({ db, clock }: Services): Promise<void> {
  const need = rows(platformScope, vendingNeeds);
  for (;;) {
    const found = await db.read
      .select({ tenantId: need.tenantId, deviceId: need.deviceId })
      .from(need)
      .where(eq(need.stale, true))
      .orderBy(asc(need.tenantId), asc(need.deviceId))
      .limit(devicesPerTurn);
    for (const [tenantId, ofTenant] of Map.groupBy(found, (row) => row.tenantId)) {
      const ids = ofTenant.map(({ deviceId }) => deviceId);
      await db.transaction((tx) => countNeeds(tx, tenantId, ids, clock.now()));
    }
    if (found.length < devicesPerTurn) return;
  }
}

/** How far back the hourly look goes, for hours that were missed. */
const lookBackMs = 6 * hourMs;

/** Sales that are no longer lately make a lane less urgent. */
export async function forgetOldSales(services: Services): Promise<void> {
  const { db, clock } = services;
  const end = new Date(clock.now().getTime() - salesDays * dayMs);
  const begin = new Date(end.getTime() - lookBackMs);
  await db.transaction((tx) =>
    tx.execute(sql`
      update vending_need need set stale = true
      from (
        select distinct tenant_id, device_id from vending_movement
        where kind = 'sold' and created_at >= ${begin.toISOString()}::timestamptz
          and created_at < ${end.toISOString()}::timestamptz
      ) sold
      where need.tenant_id = sold.tenant_id and need.device_id = sold.device_id`),
  );
  await countStale(services);
}
