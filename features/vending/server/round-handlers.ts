import { listDevices } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { addRow, changeRow, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { insert } from '#kit/server/tables.ts';
import { roundChanged, stockedDeviceTypes } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';
import { plannedLines } from '../rules/round-rules.ts';
import { vendingRoundLines, vendingRounds } from '../tables.ts';
import { deviceRecordsOf } from './device-records.ts';
import { laneRecordsOf } from './lane-records.ts';
import {
  findRound,
  type LineRow,
  lockOpenRound,
  packProduct,
  pageRounds,
  selectLines,
} from './round-queries.ts';
import { toRoundBrief, toRoundDetail } from './round-records.ts';

type Contract = Pick<
  typeof vendingContract,
  'listRounds' | 'readRound' | 'createRound' | 'packRound' | 'closeRound'
>;

const round = subjectOf(vendingRounds, {
  entity: 'round',
  label: ({ userName }) => userName,
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), roundChanged, { id })],
});

const siteIdsOf = (lines: readonly { line: LineRow }[]) => [...new Set(lines.map(({ line }) => line.siteId))];

export const roundHandlers: Handlers<Contract> = {
  async listRounds({ db, session: { scope } }, input) {
    const page = await pageRounds(db.read, scope, input);
    const ids = page.records.map(({ id }) => id);
    const lines = await selectLines(db.read, scope, ids);
    const names = await siteNames(db.read, scope, siteIdsOf(lines));
    const byRound = Map.groupBy(lines, ({ line }) => line.roundId);
    return mapPage(page, (row) => toRoundBrief(row, byRound.get(row.id) ?? [], names));
  },

  async readRound({ db, session: { scope }, clock }, { id }) {
    const found = await findRound(db.read, scope, id);
    const lines = await selectLines(db.read, scope, [id]);
    const ids = [...new Set(lines.map(({ line }) => line.deviceId))];
    const [devices, names] = await Promise.all([
      listDevices(db.read, scope, { ids }),
      siteNames(db.read, scope, siteIdsOf(lines)),
    ]);
    const records = await deviceRecordsOf(db.read, scope, devices);
    const byId = new Map(records.map((record) => [record.equipmentId, record]));
    return toRoundDetail(found, lines, byId, names, businessDay(clock.now()));
  },

  async createRound(context, input) {
    const { scope, userId, name } = context.session;
    const ids = [...new Set(input.equipmentIds)];
    const devices = await listDevices(context.db.read, scope, { ids, types: stockedDeviceTypes });
    if (devices.length < ids.length) throw missing();
    const lanes = await laneRecordsOf(context.db.read, scope, devices, context.clock.now());
    const plan = plannedLines(
      devices.map(({ deviceId, siteId }) => ({ deviceId, siteId, lanes: lanes.get(deviceId) ?? [] })),
      input.onlyLow,
    );
    if (plan.length === 0) throw conflict('vending:error.nothingToFill');
    const pieces = plan.reduce((total, { planned }) => total + planned, 0);
    return context.db.transaction(async (tx) => {
      const planned = { ...round, label: () => devices.map(({ code }) => code).join(' ') };
      const reference = { action: 'vending.createRound', note: { devices: devices.length, pieces } };
      const { id } = await addRow(tx, context, planned, reference, { state: 'open', userId, userName: name });
      const lines = plan.map((line, sort) => ({ ...line, id: newId(), roundId: id, sort }));
      await insert(tx, scope, vendingRoundLines, lines);
      return { id };
    });
  },

  async packRound({ db, session }, { id, templateId, packed }) {
    const { scope, tenantId } = session;
    await db.transaction(async (tx) => {
      await lockOpenRound(tx, scope, id);
      if ((await packProduct(tx, scope, id, templateId, packed)) === 0) throw missing();
      await emit(tx, tenantTopic(tenantId), roundChanged, { id });
    });
    return {};
  },

  async closeRound(context, { id }) {
    await context.db.transaction(async (tx) => {
      await lockOpenRound(tx, context.session.scope, id);
      await changeRow(tx, context, round, { id, action: 'vending.closeRound' }, () => ({
        state: 'done' as const,
        endedAt: context.clock.now(),
      }));
    });
    return {};
  },
};
