import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { ExchangeAccount, exchangeContract } from '../contract/exchange.ts';
import { expectedOf, lastDifferences, pageEntries, selectAccounts } from './account-queries.ts';
import { countByMachine, countExchange, readStocktake } from './count-exchange.ts';
import { pageDispenses, sumFlow } from './dispense-queries.ts';
import { findExchange, loadExchange } from './load-exchange.ts';
import { machineNames, reasonName } from './machines.ts';

const flowDays = 31;

async function toAccounts(context: StaffContext, devices: readonly DeviceView[]): Promise<ExchangeAccount[]> {
  const { db, session } = context;
  const ids = devices.map(({ deviceId }) => deviceId);
  const [accounts, differences, nameOf] = await Promise.all([
    selectAccounts(db.read, session.scope, ids),
    lastDifferences(db.read, session.scope, ids),
    machineNames(db.read, session.scope, devices),
  ]);
  return devices.map((device) => {
    const account = accounts.get(device.deviceId);
    return {
      ...nameOf(device),
      online: device.online,
      baseCoins: account?.baseCoins ?? null,
      baseAt: account?.baseAt?.toISOString() ?? null,
      loaded: account?.loaded ?? 0,
      out: account?.out ?? 0,
      expected: account ? expectedOf(account) : null,
      hoppers: device.hoppers,
      difference: differences.get(device.deviceId) ?? null,
    };
  });
}

export const exchangeHandlers: Handlers<typeof exchangeContract> = {
  loadExchange,
  countExchange,
  countByMachine,
  readStocktake,

  async listDispenses(context, input) {
    const { db, session } = context;
    const page = await pageDispenses(db.read, session.scope, input);
    const nameOf = await machineNames(db.read, session.scope, page.records);
    const records = page.records.map((row) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      ...nameOf(row),
      source: row.source,
      payWay: row.payWay,
      paidYuan: row.paidYuan,
      asked: row.asked,
      counted: row.counted,
      outcome: row.outcome,
      // a note tells its fault by the fault's own name, which the outcome says already
      reasonName: row.source === 'note' ? null : reasonName(context, row.reason),
      orderId: row.subjectKind === 'order' ? row.subjectId : null,
      userName: row.userName,
      settledAt: row.settledAt?.toISOString() ?? null,
    }));
    return { ...page, records };
  },

  exchangeFlow({ db, session, clock }, input) {
    const now = clock.now();
    const to = input.to ?? businessDay(now);
    const from = input.from ?? businessDay(new Date(now.getTime() - (flowDays - 1) * dayMs));
    return sumFlow(db.read, session.scope, { ...input, from, to });
  },

  async listExchangeAccounts(context, { fieldId }) {
    const devices = await listDevices(context.db.read, context.session.scope, {
      types: ['exchange'],
      ...(fieldId && { siteIds: [fieldId] }),
    });
    return toAccounts(context, devices);
  },

  async readExchangeAccount(context, { equipmentId }) {
    const device = await findExchange(context.db.read, context.session.scope, equipmentId);
    const [account] = await toAccounts(context, [device]);
    return account!;
  },

  async listExchangeEntries({ db, session }, input) {
    const page = await pageEntries(db.read, session.scope, input);
    const records = page.records.map((row) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      day: row.day,
      kind: row.kind,
      coins: row.coins,
      expected: row.expected,
      counted: row.counted,
      userName: row.userName,
      remark: row.remark,
    }));
    return { ...page, records };
  },
};
