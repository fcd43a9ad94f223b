import { siteClock } from '#features/base/sites/server/public.ts';
import { withGuarantee } from '#features/insight/alerts/server/public.ts';
import { countLanePlays, type DeviceView, findDevice } from '#features/machines/devices/server/public.ts';
import { readDeviceSettings } from '#features/machines/settings/server/public.ts';
import { readLanes } from '#features/machines/vending/server/public.ts';
import { openDay } from '#features/selling/figures/server/public.ts';
import { type Days, daysOf } from '#kit/kernel/days.ts';
import { startOfSiteDay } from '#kit/kernel/site-day.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { mostDays, type prizesContract, usualDays } from '../contract.ts';
import { laneRates } from '../rules/lane-rules.ts';
import { addTakings, noTakings, payoutOf, type Takings } from '../rules/payout-rules.ts';
import { shareOf } from '../rules/win-verdict-rules.ts';
import {
  type PrizeRow,
  pageConsumption,
  pageMachines,
  pageSites,
  sumDays,
  sumGiftsOf,
} from './prize-queries.ts';
import { readTakings } from './prize-takings.ts';
import { readSetRates, type SetRate, winRecord, winsSinceChange } from './win-records.ts';

type Asked = { from?: string | undefined; to?: string | undefined; fieldId?: string | undefined };

const rangeOf = async (context: StaffContext, input: Asked): Promise<Days> =>
  daysOf(input, await openDay(context, input.fieldId), { usual: usualDays, most: mostDays });

/** null where nobody played, or prizes fell and nobody knows what they cost */
const perPlay = ({ costFen, plays, wins, out }: Pick<PrizeRow, 'costFen' | 'plays' | 'wins' | 'out'>) =>
  plays > 0 && (out > 0 || wins === 0) ? Math.round(costFen / plays) : null;

/** Of a machine or a site; nothing where nobody spent anything. */
const takingsOf = (takings: ReadonlyMap<string, Takings> | null, id: string | null): Takings | null =>
  takings && (takings.get(id ?? '') ?? noTakings);

const machinesOf = (rows: readonly PrizeRow[]) =>
  rows.flatMap(({ tenantId, equipmentId: deviceId, type }) =>
    tenantId && deviceId && type ? [{ tenantId, deviceId, type }] : [],
  );

/** What the wins of machines mean, row by row. */
async function judgeMachines(
  context: StaffContext,
  rows: readonly PrizeRow[],
  days: Days,
  siteId: string | undefined,
) {
  const { db, session, services, language } = context;
  const rates = await readSetRates(db.read, session.scope, machinesOf(rows), days);
  const since = await winsSinceChange(db.read, session.scope, rates, days, siteId);
  return (row: PrizeRow) => {
    const set = rates.get(row.equipmentId ?? '');
    const judged = set?.judgedFrom && row.equipmentId ? since(row.equipmentId) : row;
    return winRecord(services.texts, language, row, set, judged);
  };
}

/** Of single days one machine can be judged, all of them together can not: each is set in its own way. */
async function judgeDays(context: StaffContext, equipmentId: string | undefined, days: Days) {
  const { db, session, services, language } = context;
  let set: SetRate | undefined;
  if (equipmentId) {
    const device = await findDevice(db.read, session.scope, equipmentId);
    set = (await readSetRates(db.read, session.scope, [device], days)).get(equipmentId);
  }
  return (row: PrizeRow) => {
    const isSince = !set?.judgedFrom || (row.day ?? '') >= set.judgedFrom;
    return winRecord(
      services.texts,
      language,
      row,
      isSince && set ? { ...set, judgedFrom: null } : undefined,
    );
  };
}

const idOf = ({ day, giftId, equipmentId, fieldId }: PrizeRow) =>
  [day, giftId, equipmentId, fieldId].filter(Boolean).join(' ');

async function lanesOf(context: StaffContext, device: DeviceView, days: Days) {
  const { db, session, services, language, clock } = context;
  const clockThere = await siteClock(db.read, session.scope, device.siteId);
  const moments = {
    from: startOfSiteDay(clockThere, days.from),
    to: startOfSiteDay(clockThere, addDays(days.to, 1)),
  };
  const [{ lanes, lost }, settings, products] = await Promise.all([
    countLanePlays(db.read, device, moments),
    readDeviceSettings(db.read, session.scope, device),
    device.type === 'lipstick' ? readLanes(db.read, session.scope, device, clock.now()) : [],
  ]);
  const set = (await readSetRates(db.read, session.scope, [device], days)).get(device.deviceId);
  const { rates, guaranteeAfterPlays } = laneRates(settings);
  const names = new Map(products.map(({ lane, templateName }) => [lane, templateName]));
  return {
    linesLost: lost,
    lanes: lanes.map(({ lane, ...counted }) => {
      const rate = rates.get(lane);
      // lines can not be told apart by the rate of their day as quickly as sums: after a change nothing is compared
      const isComparable = rate !== undefined && rate > 0 && !set?.judgedFrom && !lost;
      return {
        lane,
        itemName: names.get(lane) ?? null,
        ...winRecord(services.texts, language, counted, {
          rate: isComparable ? Math.min(1, withGuarantee(rate, guaranteeAfterPlays)) : undefined,
          judgedFrom: set?.judgedFrom ?? null,
        }),
      };
    }),
  };
}

export const prizeHandlers: Handlers<typeof prizesContract> = {
  async listConsumption(context, input) {
    const days = await rangeOf(context, input);
    const page = await pageConsumption(context.db.read, context.session.scope, input, days);
    const judge =
      input.by === 'day'
        ? await judgeDays(context, input.equipmentId, days)
        : await judgeMachines(context, page.records, days, input.fieldId);
    return mapPage(page, (row) => ({ ...row, id: idOf(row), ...judge(row) }));
  },

  async listSiteTotals(context, input) {
    const days = await rangeOf(context, input);
    const page = await pageSites(context.db.read, context.session.scope, input, days);
    const siteIds = page.records.flatMap(({ fieldId }) => fieldId ?? []);
    const takings = await readTakings(context, { ...days, siteIds, type: input.type }, 'site');
    return mapPage(page, (row) => ({
      ...row,
      winRate: shareOf(row.wins, row.plays),
      costPerPlayFen: perPlay(row),
      ...payoutOf(row, takingsOf(takings, row.fieldId)),
    }));
  },

  async readTotals(context, { type, ...input }) {
    const days = await rangeOf(context, input);
    const [found, takings] = await Promise.all([
      sumDays(context.db.read, context.session.scope, { ...days, type }),
      readTakings(context, { ...days, type }, 'site'),
    ]);
    const total = (of: 'out' | 'missing' | 'costFen' | 'plays' | 'wins') =>
      found.reduce((sum, row) => sum + row[of], 0);
    const sums = { out: total('out'), costFen: total('costFen'), wins: total('wins') };
    return {
      ...days,
      ...sums,
      missing: total('missing'),
      plays: total('plays'),
      ...payoutOf(sums, takings && [...takings.values()].reduce(addTakings, noTakings)),
      days: found.map(({ day, out, costFen }) => ({ day: day ?? '', out, costFen })),
    };
  },

  async listPrizeMachines(context, input) {
    const days = await rangeOf(context, input);
    const page = await pageMachines(context.db.read, context.session.scope, input, days);
    const judge = await judgeMachines(context, page.records, days, input.fieldId);
    const deviceIds = machinesOf(page.records).map(({ deviceId }) => deviceId);
    const siteIds = input.fieldId ? [input.fieldId] : undefined;
    const takings = await readTakings(context, { ...days, deviceIds, siteIds }, 'device');
    return mapPage(page, (row) => ({
      ...row,
      id: idOf(row),
      equipmentId: row.equipmentId ?? '',
      ...judge(row),
      costPerPlayFen: perPlay(row),
      ...payoutOf(row, takingsOf(takings, row.equipmentId)),
    }));
  },

  async readPrizeParts(context, { equipmentId, ...input }) {
    const { db, session } = context;
    const device = await findDevice(db.read, session.scope, equipmentId);
    const days = await rangeOf(context, { ...input, fieldId: device.siteId });
    const [lanes, gifts] = await Promise.all([
      lanesOf(context, device, days),
      sumGiftsOf(db.read, session.scope, { ...days, equipmentId }),
    ]);
    return { ...lanes, gifts };
  },
};
