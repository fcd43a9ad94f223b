import { siteIdsOf } from '#features/base/accounts/server/public.ts';
import { countSites } from '#features/base/sites/server/public.ts';
import { dayGoingOn, incomeLines, sumOf, sumsBy } from '#features/selling/figures/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { day } from '#kit/contract/schemas.ts';
import { lastDays } from '#kit/kernel/days.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { addDays, dayMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { isTaken } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { cashContract } from '../contract/cash.ts';
import { cashChanged } from '../contract/events.ts';
import { type GainRow, pageCoinIns, pageGains, sumGains, sumGainsByDay } from './cash-queries.ts';
import { toCoinIn, toGain } from './cash-records.ts';
import { hideGain, restoreGain } from './hide-cash.ts';

async function logChange(
  tx: Parameters<typeof audit>[0],
  context: StaffContext,
  action: 'coins.hideCash' | 'coins.restoreCash',
  row: GainRow,
) {
  const { coins, notesFen, cashFen, hourAt } = row;
  await audit(tx, context, {
    action,
    entity: 'cashGain',
    entityId: row.id,
    siteId: row.siteId,
    label: row.code,
    after: { coins, notesFen, cashFen, hourAt },
  });
  await emit(tx, siteTopic(row.tenantId, row.siteId), cashChanged, {});
}

async function restore(context: StaffContext, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await restoreGain(tx, context.session.scope, id);
    if (!row) throw missing();
    await logChange(tx, context, 'coins.restoreCash', row);
  });
}

/** The scope narrowed to the sites of an account the caller may see. */
async function scopeOfUser({ db, session }: StaffContext, userId: string | undefined): Promise<Scope> {
  const { scope } = session;
  if (!userId || userId === session.userId || scope.kind !== 'tenant') return scope;
  const sites = await siteIdsOf(db.read, scope, userId);
  if (sites === undefined) throw missing();
  if (sites === null) return scope;
  const own = scope.siteIds;
  return { ...scope, siteIds: own ? sites.filter((siteId) => own.includes(siteId)) : sites };
}

/** Cash that staff took for what was delivered, less what they gave back. */
async function counterIncome(
  reader: Reader,
  scope: Scope,
  { from, to, fieldId, equipmentId }: ParsedInputOf<typeof cashContract.sumCashGains>,
): Promise<number> {
  const lines = await incomeLines(reader, scope, {
    sources: ['counter'],
    from: from ?? everSince,
    to: to ?? everAfter,
    ...(fieldId && { siteIds: [fieldId] }),
    ...(equipmentId && { deviceIds: [equipmentId] }),
  });
  return sumOf(lines).incomeFen;
}

const mostDays = 366;
/** Where no days are named. */
const [everSince, everAfter] = ['2000-01-01', '8999-12-31'];

export const cashHandlers: Handlers<typeof cashContract> = {
  async listCashGains(context, input) {
    return mapPage(await pageGains(context.db.read, context.session.scope, input), toGain);
  },

  async sumCashGains({ db, session }, input) {
    const [found, counterFen] = await Promise.all([
      sumGains(db.read, session.scope, input),
      input.hidden ? 0 : counterIncome(db.read, session.scope, input),
    ]);
    const machinesFen = found.notesFen + found.cashFen;
    return { ...found, machinesFen, counterFen, moneyFen: machinesFen + counterFen };
  },

  async hideCashGain(context, { id }) {
    await context.db.transaction(async (tx) => {
      const by = { at: context.clock.now(), name: context.session.name };
      const row = await hideGain(tx, context.session.scope, id, by);
      if (!row) throw missing();
      await logChange(tx, context, 'coins.hideCash', row);
    });
  },

  async restoreCashGain(context, { id }) {
    try {
      await restore(context, id);
    } catch (error) {
      // the machine began the same hour at this very moment: the second time its line is there to be added to
      if (!isTaken(error)) throw error;
      await restore(context, id);
    }
  },

  async listCoinIns({ db, session }, input) {
    return mapPage(await pageCoinIns(db.read, session.scope, input), toCoinIn);
  },

  async offlineIncome(context, { userId, fieldId, ...asked }) {
    const scope = await scopeOfUser(context, userId);
    const reader = context.db.read;
    const at = context.clock.now();
    const today = await dayGoingOn(reader, scope, {
      at,
      siteId: fieldId,
      count: await countSites(reader, scope),
    });
    const { from, to } = rangeOf(asked, today);
    const [gains, counter] = await Promise.all([
      sumGainsByDay(reader, scope, { from, to, fieldId }),
      incomeLines(reader, scope, {
        from,
        to,
        siteIds: fieldId ? [fieldId] : undefined,
        sources: ['counter'],
      }),
    ]);
    const gainOf = new Map(gains.map((gain) => [gain.day, gain]));
    const counterOf = sumsBy(counter, (line) => line.day);
    const nothing = { coins: 0, coinsFen: null, notes: 0, notesFen: 0, cashFen: 0 };
    return daysBetween(from, to).map((date) => {
      const gain = gainOf.get(date) ?? { day: date, ...nothing };
      const counterFen = counterOf.get(date)?.incomeFen ?? 0;
      return { ...gain, counterFen, moneyFen: gain.notesFen + gain.cashFen + counterFen };
    });
  },
};

const usualDays = 7;
const isDay = (text: string) => day().safeParse(text).success;

function rangeOf(asked: { dates?: string; from?: string; to?: string }, today: string) {
  const [first, last] = asked.dates?.split(',') ?? [];
  const to = asked.to ?? last ?? today;
  const from = asked.from ?? first ?? addDays(to, 1 - usualDays);
  if (!isDay(from) || !isDay(to)) throw invalidField('dates', 'kit:error.badInput');
  return { from, to };
}

/** Every day, also those on which nothing came; the newest year of a longer range. */
function daysBetween(from: string, to: string): string[] {
  const count = Math.min(mostDays, Math.floor((Date.parse(to) - Date.parse(from)) / dayMs) + 1);
  return lastDays(to, count);
}
