import { sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { giftChanged } from '../contract/records.ts';
import { findDevices, lockPlacements, selectHeldCosts } from './placement-queries.ts';
import { type Movement, type Mover, recordMovements } from './record-movements.ts';

export interface WonGifts {
  deviceId: string;
  amount: number;
  at: Date;
  /** where the device stands; looked up where the caller does not know it */
  siteId?: string;
}

/**
 * Prizes that machines report out leave the stock of the gift that lies in them. The stock never falls below
 * zero: what the books did not hold is recorded as missing. Devices without a gift set are left alone.
 */
export async function takeWonGifts(tx: Tx, tenantId: string, won: readonly WonGifts[]): Promise<void> {
  const scope = tenantScope(tenantId);
  const reported = won.filter(({ amount }) => amount > 0);
  const deviceIds = [...new Set(reported.map(({ deviceId }) => deviceId))];
  if (deviceIds.length === 0) return;
  const locked = await lockPlacements(tx, scope, deviceIds);
  if (locked.length === 0) return;
  const costs = await selectHeldCosts(tx, scope, deviceIds);
  const gifts = new Map(locked.map((row) => [row.deviceId, row.giftId]));
  const stocks = new Map(locked.map((row) => [row.deviceId, row.stock]));
  const unknownSite = reported.some(({ siteId, deviceId }) => siteId === undefined && stocks.has(deviceId));
  const devices = unknownSite ? await findDevices(tx, scope, deviceIds) : undefined;
  const movements: (Movement & Mover)[] = [];
  for (const { deviceId, amount, at, siteId } of reported) {
    const giftId = gifts.get(deviceId);
    const before = stocks.get(deviceId);
    if (!giftId || before === undefined) continue;
    const taken = Math.min(before, amount);
    stocks.set(deviceId, before - taken);
    movements.push({
      userId: null,
      userName: null,
      at,
      giftId,
      kind: 'won',
      amount: taken,
      missing: amount - taken,
      costFen: costs.get(deviceId) ?? 0,
      deviceId,
      siteId: siteId ?? devices?.get(deviceId)?.siteId ?? null,
      deviceStock: { before, after: before - taken },
    });
  }
  const changed = JSON.stringify(locked.map(({ id, deviceId }) => ({ id, stock: stocks.get(deviceId) })));
  // One statement for a whole batch of telemetry.
  await tx.execute(sql`
    update gift_placement set stock = next.stock
    from jsonb_to_recordset(${changed}::jsonb) as next(id uuid, stock integer)
    where gift_placement.tenant_id = ${tenantId} and gift_placement.id = next.id`);
  await recordMovements(tx, scope, movements);
  await emit(tx, tenantTopic(tenantId), giftChanged, {});
}
