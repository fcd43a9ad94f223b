import type { DeviceView } from '#features/devices/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { stockedDeviceTypes } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';
import type { LayoutLane } from '../lane-layout.ts';
import { bookMovements, type Movement, moverOf, wasBooked } from './book.ts';
import { sendLanes } from './change-lanes.ts';
import { laneDevice } from './lane-devices.ts';
import { type LaneRow, laneKey, lockLanes } from './lane-queries.ts';
import { lanesOf } from './lane-records.ts';
import { readLaneSettings } from './lane-settings.ts';
import { fillRoundLines } from './round-queries.ts';
import { countsItself, tellDevice } from './tell-device.ts';

interface Work {
  tx: Tx;
  context: StaffContext;
  device: DeviceView;
  /** locked lanes with their settings */
  lanes: Map<number, { held: LaneRow; setting: LayoutLane }>;
}

interface Request {
  equipmentId: string;
  lanes: readonly { lane: number }[];
  requestId?: string;
}

/** One lane named twice would be two answers to one question. */
function assertDistinct(lanes: readonly { lane: number }[]): void {
  if (new Set(lanes.map(({ lane }) => lane)).size < lanes.length) throw invalid('kit:validation.duplicate');
}

/** Locks the lanes, lets `plan` say what moves, books it, tells the device. */
async function movePieces(
  context: StaffContext,
  request: Request,
  action: string,
  plan: (work: Work) => Movement[],
  after: (work: Work) => Promise<void> = async () => {},
): Promise<number> {
  assertDistinct(request.lanes);
  const { scope } = context.session;
  const device = await laneDevice(context.db.read, scope, request.equipmentId, stockedDeviceTypes);
  return context.db.transaction(async (tx) => {
    const settings = (await readLaneSettings(tx, scope, [device])).get(device.deviceId) ?? [];
    const keys = request.lanes.map(({ lane }) => ({ deviceId: device.deviceId, lane }));
    for (const { lane } of keys)
      if (!settings.some((setting) => setting.lane === lane))
        throw invalid('vending:error.unknownLane', { lane });
    const locked = await lockLanes(tx, device.tenantId, keys);
    if (await wasBooked(tx, scope, request.requestId)) return 0;
    const lanes = new Map(
      settings.flatMap((setting) => {
        const held = locked.get(laneKey({ deviceId: device.deviceId, lane: setting.lane }));
        return held ? [[setting.lane, { held, setting }] as const] : [];
      }),
    );
    const work: Work = { tx, context, device, lanes };
    const before = Object.fromEntries([...lanes].map(([lane, { held }]) => [lane, held.stock]));
    const movements = plan(work).map((movement) => ({ ...movement, requestId: request.requestId }));
    const toTell = countsItself(device.type);
    await bookMovements(tx, device.tenantId, movements, { mover: moverOf(context), toTell });
    await after(work);
    await tellDevice(tx, context.services, device, moverOf(context));
    await audit(tx, context, {
      action,
      entity: 'device',
      entityId: device.deviceId,
      label: device.code,
      before,
      after: Object.fromEntries([...lanes].map(([lane, { held }]) => [lane, held.stock])),
    });
    return movements.reduce((total, { kind, amount }) => total + (kind === 'correct' ? 0 : amount), 0);
  });
}

/** What stands in the lane when the filler opens it, and what is put on top. */
function fillMovements(
  { context, device, lanes }: Work,
  entry: { lane: number; amount: number; counted?: number },
  roundId: string | undefined,
): Movement[] {
  const { held, setting } = lanes.get(entry.lane)!;
  const found = entry.counted ?? held.stock;
  if (entry.amount > 0 && held.templateId === null)
    throw conflict('vending:error.noProduct', { lane: entry.lane });
  if (found + entry.amount > setting.capacity)
    throw conflict('vending:error.overCapacity', {
      lane: entry.lane,
      capacity: setting.capacity,
      free: Math.max(0, setting.capacity - found),
    });
  const base = { held, siteId: device.siteId, at: context.clock.now(), roundId };
  const movements: Movement[] = [];
  if (found !== held.stock)
    movements.push({ ...base, kind: 'correct', amount: found - held.stock, after: found });
  if (entry.amount > 0)
    movements.push({ ...base, kind: 'load', amount: entry.amount, after: found + entry.amount });
  return movements;
}

export const fillLanes: Handler<typeof vendingContract.fillLanes> = async (context, input) => ({
  filled: await movePieces(
    context,
    input,
    'vending.fill',
    (work) => input.lanes.flatMap((entry) => fillMovements(work, entry, input.roundId)),
    async ({ tx, device }) => {
      if (input.roundId) await fillRoundLines(tx, context, input.roundId, device.deviceId, input.lanes);
    },
  ),
});

export const unloadLanes: Handler<typeof vendingContract.unloadLanes> = async (context, input) => ({
  taken: await movePieces(context, input, 'vending.unload', ({ device, lanes }) =>
    input.lanes
      .filter(({ amount }) => amount > 0)
      .map(({ lane, amount }) => {
        const { held } = lanes.get(lane)!;
        if (amount > held.stock) throw conflict('vending:error.notEnough', { lane, stock: held.stock });
        return {
          held,
          siteId: device.siteId,
          kind: 'unload' as const,
          amount,
          after: held.stock - amount,
          at: context.clock.now(),
          note: input.note,
        };
      }),
  ),
});

/** A count is what is there, whatever the book said. */
function countMovements({ context, device, lanes }: Work, lane: number, stock: number, note?: string) {
  const { held, setting } = lanes.get(lane)!;
  if (stock > setting.capacity)
    throw conflict('vending:error.overCapacity', {
      lane,
      capacity: setting.capacity,
      free: setting.capacity,
    });
  if (stock === held.stock) return [];
  const amount = stock - held.stock;
  const at = context.clock.now();
  return [{ held, siteId: device.siteId, kind: 'correct' as const, amount, after: stock, at, note }];
}

export const countLane: Handler<typeof vendingContract.countLane> = async (context, input) => {
  const { equipmentId, lane, stock, open, note } = input;
  const { scope } = context.session;
  const device = await laneDevice(context.db.read, scope, equipmentId);
  if (open !== undefined) {
    const before = (await readLaneSettings(context.db.read, scope, [device])).get(device.deviceId) ?? [];
    const after = before.map((setting) => (setting.lane === lane ? { ...setting, open } : setting));
    await sendLanes(context, device, before, after);
  }
  if (stock !== undefined)
    await movePieces(context, { equipmentId, lanes: [{ lane }] }, 'vending.count', (work) =>
      countMovements(work, lane, stock, note),
    );
  const records = await lanesOf(context.db.read, scope, device, context.clock.now());
  const record = records.find((candidate) => candidate.lane === lane);
  if (!record) throw invalid('vending:error.unknownLane', { lane });
  return record;
};
