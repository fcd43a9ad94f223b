import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { ownerOf } from '#features/base/accounts/server/public.ts';
import { deviceView, listDevices, notePlays } from '#features/machines/devices/server/public.ts';
import { playSecondsIn } from '#kit/protocol/types/play-time.ts';
import { playPriceIn } from '#kit/protocol/types/price.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { factory } from '../rules/document-rules.ts';
import { deviceSettings } from '../tables.ts';
import { type DeviceKey, lockConfirmed, notePresetDue, selectConfirmed } from './confirmed-queries.ts';

/**
 * The price in a machine's settings is its price: lists and orders read it where they read the machine. So is the time of a
 * play, which figures need with every count.
 */
export async function keepPrices(tx: Tx, devices: readonly Omit<DeviceKey, 'type'>[]): Promise<void> {
  if (devices.length === 0) return;
  const known = await listDevices(tx, platformScope, { ids: devices.map(({ deviceId }) => deviceId) });
  const confirmed = await selectConfirmed(tx, platformScope, known);
  await notePlays(
    tx,
    known.map(({ tenantId, deviceId, type }) => {
      const settings = confirmed.get(deviceId)?.settings;
      return {
        tenantId,
        deviceId,
        priceFen: playPriceIn(type, settings ?? {}),
        playTimeS: settings ? playSecondsIn(type, settings) : null,
      };
    }),
  );
}

/** Machines whose row says another price than their settings, and that are not about to be told. */
async function selectDiffering(reader: Reader): Promise<(DeviceKey & { priceFen: number })[]> {
  const device = deviceView(platformScope);
  const own = rows(platformScope, deviceSettings);
  const found = await reader
    .select({
      tenantId: device.tenantId,
      deviceId: device.id,
      type: device.type,
      priceFen: device.priceFen,
      settings: own.settings,
    })
    .from(device)
    .leftJoin(own, and(eq(own.tenantId, device.tenantId), eq(own.deviceId, device.id)))
    .where(
      and(isNull(device.unboundAt), device.controlled, isNotNull(device.priceFen), isNull(own.presetDue)),
    );
  return found.flatMap(({ settings, priceFen, ...key }) => {
    const said = playPriceIn(key.type, settings ?? factory[key.type].settings);
    return said === null || priceFen === null || said === priceFen ? [] : [{ ...key, priceFen }];
  });
}

/**
 * Machines that were registered before the two prices were one: what was charged goes on being charged, and the machine
 * is told with the next thing it says, in the name of the owner.
 */
export async function adoptPrices(services: Services): Promise<void> {
  const { db } = services;
  const differing = await selectDiffering(db.read);
  for (const device of differing) {
    const owner = await ownerOf(db.read, device.tenantId);
    if (!owner) continue;
    const giver = { userId: owner.id, account: owner.account, name: owner.name, priceFen: device.priceFen };
    await db.transaction(async (tx) => {
      await lockConfirmed(tx, [device]);
      await notePresetDue(tx, [device], giver);
    });
  }
}
