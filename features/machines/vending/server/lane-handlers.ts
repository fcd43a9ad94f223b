import { presenceOf } from '#features/machines/devices/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { stockedDeviceTypes } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';
import { type LayoutLane, layoutLimits, layoutProblem, sortedLanes } from '../rules/layout-rules.ts';
import {
  assertEmptied,
  assertRoom,
  assertTemplates,
  assignProducts,
  type LaneWish,
  sendLanes,
  stocksOf,
} from './change-lanes.ts';
import { pageLaneDevices } from './device-queries.ts';
import { deviceRecordsOf, laneDevice } from './device-records.ts';
import { lanesOf } from './lane-records.ts';
import { laneGroupOf, readLaneSettings } from './lane-settings.ts';
import { countMovements, movePieces } from './move-pieces.ts';

type Contract = Pick<
  typeof vendingContract,
  'listLaneDevices' | 'readLanes' | 'updateLanes' | 'saveLayout' | 'copyGoods' | 'countLane'
>;
type Changes = Partial<Pick<LayoutLane, 'priceFen' | 'capacity' | 'open'>>;

/** The lanes with the given values changed; refuses lanes the machine does not have. */
function changed(before: readonly LayoutLane[], wishes: readonly (LaneWish & Changes)[]): LayoutLane[] {
  const byLane = new Map(wishes.map((wish) => [wish.lane, wish]));
  for (const { lane } of wishes)
    if (!before.some((known) => known.lane === lane)) throw invalid('vending:error.unknownLane', { lane });
  return before.map((lane) => {
    const wish = byLane.get(lane.lane);
    if (!wish) return lane;
    return {
      ...lane,
      priceFen: wish.priceFen ?? lane.priceFen,
      capacity: wish.capacity ?? lane.capacity,
      open: wish.open ?? lane.open,
    };
  });
}

export const laneHandlers: Handlers<Contract> = {
  async listLaneDevices({ db, session: { scope } }, input) {
    const page = await pageLaneDevices(db.read, scope, input);
    return mapPage(page, (row) => ({ ...row, ...presenceOf(row) }));
  },

  async readLanes({ db, session: { scope }, clock }, { equipmentId }) {
    const device = await laneDevice(db.read, scope, equipmentId);
    const [[record], lanes] = await Promise.all([
      deviceRecordsOf(db.read, scope, [device]),
      lanesOf(db.read, scope, device, clock.now()),
    ]);
    return { device: record!, lanes };
  },

  async updateLanes(context, input) {
    const { scope } = context.session;
    const reader = context.db.read;
    const device = await laneDevice(reader, scope, input.equipmentId, stockedDeviceTypes);
    const before = (await readLaneSettings(reader, scope, [device])).get(device.deviceId) ?? [];
    const after = changed(before, input.lanes);
    const held = await stocksOf(reader, scope, device.deviceId);
    // Everything that can be refused is refused before the device hears of it.
    await assertTemplates(reader, scope, input.lanes);
    if (!input.takeOut) assertEmptied(input.lanes, held);
    assertRoom(after, held);
    const sent = await sendLanes(context, device, before, after);
    await assignProducts(context, device, input.lanes, {
      takeOut: input.takeOut,
      action: 'vending.setGoods',
    });
    return sent;
  },

  async copyGoods(context, input) {
    const { scope } = context.session;
    const reader = context.db.read;
    if (input.fromId === input.equipmentId) throw invalid('vending:error.sameDevice');
    const device = await laneDevice(reader, scope, input.equipmentId, stockedDeviceTypes);
    const model = await laneDevice(reader, scope, input.fromId, stockedDeviceTypes);
    const settings = await readLaneSettings(reader, scope, [device, model]);
    const before = settings.get(device.deviceId) ?? [];
    const ofModel = new Map((settings.get(model.deviceId) ?? []).map((lane) => [lane.lane, lane]));
    const [held, modelHeld] = await Promise.all([
      stocksOf(reader, scope, device.deviceId),
      stocksOf(reader, scope, model.deviceId),
    ]);
    const wishes = before.flatMap(({ lane }): (LaneWish & Changes)[] => {
      const template = modelHeld.get(lane);
      const pattern = ofModel.get(lane);
      if (!template?.templateId || !pattern) return [];
      const values = input.withPrices ? { priceFen: pattern.priceFen, capacity: pattern.capacity } : {};
      return [{ lane, templateId: template.templateId, alarmThreshold: template.alarmThreshold, ...values }];
    });
    if (wishes.length === 0) throw conflict('vending:error.nothingToCopy');
    const after = changed(before, wishes);
    if (!input.takeOut) assertEmptied(wishes, held);
    assertRoom(after, held);
    const sent = await sendLanes(context, device, before, after);
    await assignProducts(context, device, wishes, { takeOut: input.takeOut, action: 'vending.copyGoods' });
    return { ...sent, copied: wishes.length };
  },

  async saveLayout(context, input) {
    const { scope } = context.session;
    const reader = context.db.read;
    const device = await laneDevice(reader, scope, input.equipmentId);
    const prizes = laneGroupOf(device.type) === 'prizeLanes';
    const before = (await readLaneSettings(reader, scope, [device])).get(device.deviceId) ?? [];
    const problem = layoutProblem(input.lanes, prizes ? 1 : layoutLimits.cabinets);
    if (problem) throw invalid(`vending:layout.${problem.problem}`, { lane: problem.lane });
    const after = sortedLanes(input.lanes).map(({ winRate, ...lane }) =>
      prizes ? { ...lane, winRate: winRate ?? 0 } : lane,
    );
    const held = await stocksOf(reader, scope, device.deviceId);
    const kept = new Set(after.map(({ lane }) => lane));
    for (const { lane, stock } of held.values())
      if (stock > 0 && !kept.has(lane) && before.some((known) => known.lane === lane))
        throw conflict('vending:error.laneNotEmpty', { lane, stock });
    assertRoom(after, held);
    return sendLanes(context, device, sortedLanes(before), after);
  },

  async countLane(context, input) {
    const { equipmentId, lane, stock, open, note } = input;
    const { scope } = context.session;
    const device = await laneDevice(context.db.read, scope, equipmentId);
    if (open !== undefined) {
      const before = (await readLaneSettings(context.db.read, scope, [device])).get(device.deviceId) ?? [];
      const after = before.map((setting) => (setting.lane === lane ? { ...setting, open } : setting));
      await sendLanes(context, device, before, after);
    }
    if (stock !== undefined)
      await movePieces(context, { equipmentId, lanes: [{ lane }] }, 'vending.count', [], (work) =>
        countMovements(work, lane, stock, note),
      );
    const records = await lanesOf(context.db.read, scope, device, context.clock.now());
    const record = records.find((candidate) => candidate.lane === lane);
    if (!record) throw invalid('vending:error.unknownLane', { lane });
    return record;
  },
};
