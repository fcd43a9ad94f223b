import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import { counterHourView, type DeviceRef, warnOf } from '#features/machines/devices/server/public.ts';
import { readDeviceSettings } from '#features/machines/settings/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { counter } from '#kit/protocol/types/small-machines.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import type { DepositState, DepositUnit, HeldReason } from '../contract/deposits.ts';
import { whyHeld } from '../rules/deposit-rules.ts';
import { coinDeposits, coinDispenses } from '../tables.ts';

/** As long as coins lie in drawers at home. */
const lookBackMs = 30 * dayMs;

const counterOf = { coin: 'coinsIn', ticket: 'ticketsIn' } as const satisfies Record<DepositUnit, string>;
/** These have become a player's, or will. */
const believed: DepositState[] = ['waiting', 'booked'];

const total = (amount: unknown) => sql<number>`coalesce(sum(${amount}), 0)::float8`;

/** What left machines of the site for money. Coins out of a balance are those that came in before. */
async function wentOut(tx: Tx, { tenantId, siteId }: DeviceRef, unit: DepositUnit, since: Date) {
  if (unit === 'ticket') {
    const hour = counterHourView(tenantScope(tenantId));
    const [sum] = await tx
      .select({ pieces: total(hour.amount) })
      .from(hour)
      .where(and(eq(hour.siteId, siteId), eq(hour.counter, 'ticketsOut'), gte(hour.hourAt, since)));
    return sum?.pieces ?? 0;
  }
  const dispense = rows(tenantScope(tenantId), coinDispenses);
  const [sum] = await tx
    .select({ pieces: total(dispense.counted) })
    .from(dispense)
    .where(
      and(
        eq(dispense.siteId, siteId),
        gte(dispense.createdAt, since),
        sql`${dispense.payWay} is distinct from 'coin'`,
      ),
    );
  return sum?.pieces ?? 0;
}

async function cameBack(tx: Tx, { tenantId, siteId }: DeviceRef, unit: DepositUnit, since: Date) {
  const deposit = rows(tenantScope(tenantId), coinDeposits);
  const [sum] = await tx
    .select({ pieces: total(deposit.amount) })
    .from(deposit)
    .where(
      and(
        eq(deposit.siteId, siteId),
        eq(deposit.unit, unit),
        gte(deposit.createdAt, since),
        inArray(deposit.state, believed),
      ),
    );
  return sum?.pieces ?? 0;
}

/** When the machine told of a count for the last time. */
async function lastCountAt(tx: Tx, { tenantId, deviceId }: DeviceRef): Promise<Date | undefined> {
  const deposit = rows(tenantScope(tenantId), coinDeposits);
  const [last] = await tx
    .select({ createdAt: deposit.createdAt })
    .from(deposit)
    .where(and(eq(deposit.deviceId, deviceId), sql`${deposit.amount} > 0`))
    .orderBy(desc(deposit.createdAt))
    .limit(1);
  return last?.createdAt;
}

interface Told {
  unit: DepositUnit;
  pieces: number;
  /** when the machine was asked to count; null: somebody pressed start at the machine */
  countingAt: Date | null;
  at: Date;
}

/**
 * What becomes of a count: it waits to be booked, or a person looks at it first. A machine is the only witness of what it
 * counts, so more than machine and site make possible is nobody's until then (docs/decisions/0034).
 */
export async function judgeDeposit(
  tx: Tx,
  services: Services,
  device: DeviceRef,
  { unit, pieces, countingAt, at }: Told,
): Promise<{ state: 'waiting' | 'held'; heldFor: HeldReason | null; counted: number }> {
  const since = new Date(at.getTime() - lookBackMs);
  const settings = await readDeviceSettings(tx, tenantScope(device.tenantId), device);
  const from = countingAt ?? (await lastCountAt(tx, device));
  const heldFor = whyHeld({
    pieces,
    maxPerDeposit: counter.parse(settings.counter ?? {}).maxPerDeposit,
    elapsedMs: from && at.getTime() - from.getTime(),
    fastestPerSecond: definitionOf(device.type).fastestPerSecond?.[counterOf[unit]] ?? 0,
    wentOut: await wentOut(tx, device, unit, since),
    cameBack: await cameBack(tx, device, unit, since),
  });
  if (!heldFor) return { state: 'waiting', heldFor: null, counted: pieces };
  await warnOf(tx, services, {
    kind: 'depositHeld',
    ...pick(device, 'tenantId', 'siteId', 'deviceId'),
    data: { pieces },
  });
  return { state: 'held', heldFor, counted: pieces };
}
