import { siteNames } from '#features/base/sites/server/public.ts';
import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { giftDeviceTypes } from '#features/machines/gifts/contract.ts';
import { selectHeldGifts } from '#features/machines/gifts/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { addRow, changeRow, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { roundChanged, stockedDeviceTypes } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';
import { plannedLines, plannedPrizes } from '../rules/round-rules.ts';
import { vendingRoundLines, vendingRoundPrizes, vendingRounds } from '../tables.ts';
import { deviceRecordsOf } from './device-records.ts';
import { laneRecordsOf } from './lane-records.ts';
import { packGift, selectPrizes } from './round-prize-queries.ts';
import { findRound, lockOpenRound, packProduct, pageRounds, selectLines } from './round-queries.ts';
import { type RoundContent, toRoundBrief, toRoundDetail } from './round-records.ts';

type Contract = Pick<
  typeof vendingContract,
  'listRounds' | 'readRound' | 'createRound' | 'packRound' | 'closeRound'
>;

const round = subjectOf(vendingRounds, {
  entity: 'round',
  label: ({ userName }) => userName,
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), roundChanged, { id })],
});

const siteIdsOf = ({ lines, prizes }: RoundContent) => [
  ...new Set([...lines.map(({ line }) => line.siteId), ...prizes.map(({ prize }) => prize.siteId)]),
];

async function contentOf(reader: Reader, scope: Scope, ids: readonly string[]): Promise<RoundContent> {
  const [lines, prizes] = await Promise.all([
    selectLines(reader, scope, ids),
    selectPrizes(reader, scope, ids),
  ]);
  return { lines, prizes };
}

const roundTypes: readonly DeviceType[] = [...stockedDeviceTypes, ...giftDeviceTypes];

/** What lies in the chosen machines, and on the way in others of their sites. */
async function heldPrizes(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceView[],
  { onlyLow, withPrizes }: { onlyLow: boolean; withPrizes: boolean },
) {
  const ids = devices.map(({ deviceId }) => deviceId);
  const chosen = plannedPrizes(await selectHeldGifts(reader, scope, { deviceIds: ids }), onlyLow);
  if (!withPrizes) return chosen;
  const siteIds = [...new Set(devices.map(({ siteId }) => siteId))];
  const nearby = await selectHeldGifts(reader, scope, { siteIds });
  return [...chosen, ...plannedPrizes(nearby, true).filter(({ deviceId }) => !ids.includes(deviceId))];
}

export const roundHandlers: Handlers<Contract> = {
  async listRounds({ db, session: { scope } }, input) {
    const page = await pageRounds(db.read, scope, input);
    const ids = page.records.map(({ id }) => id);
    const content = await contentOf(db.read, scope, ids);
    const names = await siteNames(db.read, scope, siteIdsOf(content));
    const lines = Map.groupBy(content.lines, ({ line }) => line.roundId);
    const prizes = Map.groupBy(content.prizes, ({ prize }) => prize.roundId);
    return mapPage(page, (row) =>
      toRoundBrief(row, { lines: lines.get(row.id) ?? [], prizes: prizes.get(row.id) ?? [] }, names),
    );
  },

  async readRound({ db, session: { scope }, clock }, { id }) {
    const found = await findRound(db.read, scope, id);
    const content = await contentOf(db.read, scope, [id]);
    const ids = [
      ...content.lines.map(({ line }) => line.deviceId),
      ...content.prizes.map(({ prize }) => prize.deviceId),
    ];
    const [devices, names] = await Promise.all([
      listDevices(db.read, scope, { ids: [...new Set(ids)] }),
      siteNames(db.read, scope, siteIdsOf(content)),
    ]);
    const records = await deviceRecordsOf(db.read, scope, devices);
    const byId = new Map(records.map((record) => [record.equipmentId, record]));
    return toRoundDetail(found, content, byId, names, businessDay(clock.now()));
  },

  async createRound(context, input) {
    const { scope, userId, name } = context.session;
    const ids = [...new Set(input.equipmentIds)];
    const devices = await listDevices(context.db.read, scope, { ids, types: roundTypes });
    if (devices.length < ids.length) throw missing();
    const stocked = devices.filter(({ type }) =>
      (stockedDeviceTypes as readonly DeviceType[]).includes(type),
    );
    const [lanes, prizes] = await Promise.all([
      laneRecordsOf(context.db.read, scope, stocked, context.clock.now()),
      heldPrizes(context.db.read, scope, devices, input),
    ]);
    const plan = plannedLines(
      stocked.map(({ deviceId, siteId }) => ({ deviceId, siteId, lanes: lanes.get(deviceId) ?? [] })),
      input.onlyLow,
    );
    const all = [...plan, ...prizes];
    if (all.length === 0) throw conflict('vending:error.nothingToFill');
    const pieces = all.reduce((total, { planned }) => total + planned, 0);
    return context.db.transaction(async (tx) => {
      const planned = { ...round, label: () => devices.map(({ code }) => code).join(' ') };
      const reference = { action: 'vending.createRound', note: { devices: devices.length, pieces } };
      const { id } = await addRow(tx, context, planned, reference, { state: 'open', userId, userName: name });
      const numbered = <L extends object>(list: readonly L[]) =>
        list.map((line, sort) => ({ ...line, id: newId(), roundId: id, sort }));
      if (plan.length > 0) await insert(tx, scope, vendingRoundLines, numbered(plan));
      if (prizes.length > 0) await insert(tx, scope, vendingRoundPrizes, numbered(prizes));
      return { id };
    });
  },

  async packRound({ db, session }, { id, templateId, giftId, packed }) {
    const { scope, tenantId } = session;
    await db.transaction(async (tx) => {
      await lockOpenRound(tx, scope, id);
      const products = templateId ? await packProduct(tx, scope, id, templateId, packed) : 0;
      const gifts = giftId ? await packGift(tx, scope, id, giftId, packed) : 0;
      if (products + gifts === 0) throw missing();
      await emit(tx, tenantTopic(tenantId), roundChanged, { id });
    });
  },

  async closeRound(context, { id }) {
    await context.db.transaction(async (tx) => {
      await lockOpenRound(tx, context.session.scope, id);
      await changeRow(tx, context, round, { id, action: 'vending.closeRound' }, () => ({
        state: 'done' as const,
        endedAt: context.clock.now(),
      }));
    });
  },
};
