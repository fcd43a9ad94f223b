import { sql } from 'drizzle-orm';
import { listDevices } from '#features/machines/devices/server/public.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { bookMovements } from './book.ts';
import { laneKey, lockLanes } from './lane-queries.ts';
import { readLaneSettings } from './lane-settings.ts';
import { tellDevice } from './tell-device.ts';

/** A vend command answers within a minute; what differs for longer is no sale under way. */
const settleAfterMs = 2 * minuteMs;

/** Where a machine with drop sensors keeps counting otherwise than our book, its count is taken over, with a record. */
export async function settleReports(services: Services): Promise<void> {
  const { db, clock } = services;
  const before = new Date(clock.now().getTime() - settleAfterMs);
  const found = await db.read.execute<{ tenant_id: string; device_id: string; lane: number }>(sql`
    select tenant_id, device_id, lane from vending_lane
    where differs_since is not null and differs_since <= ${before.toISOString()}::timestamptz and not untold
    order by tenant_id, device_id, lane limit 5000`);
  const lanes = [...found].map((row) => ({
    tenantId: row.tenant_id,
    deviceId: row.device_id,
    lane: row.lane,
  }));
  for (const [tenantId, ofTenant] of Map.groupBy(lanes, (lane) => lane.tenantId))
    await db.transaction((tx) => settleTenant(tx, services, tenantId, ofTenant, before));
}

async function settleTenant(
  tx: Tx,
  { clock }: Services,
  tenantId: string,
  keys: readonly { deviceId: string; lane: number }[],
  before: Date,
): Promise<void> {
  const scope = tenantScope(tenantId);
  const ids = [...new Set(keys.map(({ deviceId }) => deviceId))];
  const devices = new Map((await listDevices(tx, scope, { ids })).map((device) => [device.deviceId, device]));
  const settings = await readLaneSettings(tx, scope, [...devices.values()]);
  const locked = await lockLanes(tx, tenantId, keys);
  const movements = keys.flatMap((key) => {
    const held = locked.get(laneKey(key));
    const device = devices.get(key.deviceId);
    const setting = settings.get(key.deviceId)?.find(({ lane }) => lane === key.lane);
    if (!held || !device || !setting?.dropDetection) return [];
    const reported = held.reportedStock;
    // Under the lock: it may have been sold, counted or filled since we looked.
    if (held.untold || held.differsSince === null || new Date(held.differsSince) > before) return [];
    if (reported === null || reported === held.stock || reported > setting.capacity) return [];
    return [
      {
        held,
        siteId: device.siteId,
        kind: 'report' as const,
        amount: reported - held.stock,
        after: reported,
        at: clock.now(),
      },
    ];
  });
  await bookMovements(tx, tenantId, movements);
}

/** Devices that were told something and never answered are told again. */
export async function tellAgain(services: Services): Promise<void> {
  const found = await services.db.read.execute<{ tenant_id: string; device_id: string }>(sql`
    select distinct tenant_id, device_id from vending_lane where untold and told_command_id is null`);
  for (const [tenantId, ofTenant] of Map.groupBy([...found], (row) => row.tenant_id)) {
    const ids = ofTenant.map((row) => row.device_id);
    await services.db.transaction(async (tx) => {
      for (const device of await listDevices(tx, tenantScope(tenantId), { ids }))
        await tellDevice(tx, services, device);
    });
  }
}
