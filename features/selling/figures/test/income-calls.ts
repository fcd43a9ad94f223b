import { join } from 'node:path';
import { z } from 'zod';
import { sourceRoot } from '#app/server/source-root.ts';
import { briefingsContract } from '#features/insight/briefings/contract.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import { figuresContract } from '../contract.ts';

/*
 * Every call that tells the income of a day, with how a page asks for it. A call whose answer has one of the words below
 * and that stands neither here nor under `apart` fails the test.
 */

/** Of which ways of paying a call tells: how the test sells. */
export const soldBy = ['online', 'balance', 'counter', 'machines'] as const;
export type SoldBy = (typeof soldBy)[number];

export interface Asked {
  staff: Client;
  siteId: string;
  day: string;
}

interface Teller {
  of: readonly SoldBy[];
  tell(asked: Asked): Promise<number>;
}

const words = ['incomeFen', 'todayFen', 'moneyFen'];

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const daysOf = ({ siteId, day }: Asked) => ({ fieldId: siteId, from: day, to: day });
const ofSite = <R extends { fieldId: string | null; incomeFen: number | null }>(
  { records }: { records: readonly R[] },
  { siteId }: Asked,
) => records.find(({ fieldId }) => fieldId === siteId)?.incomeFen ?? 0;

/** Of a day that is told by its date. */
export const ofTheDay: Record<string, Teller> = {
  'figures.readIncome': {
    of: soldBy,
    tell: async (asked) =>
      (await asked.staff.call(figuresContract.readIncome, daysOf(asked))).total.incomeFen,
  },
  'orders.readIncomeByDay': {
    of: ['online', 'balance'],
    async tell({ staff, siteId, day }) {
      const told = await staff.call(ordersContract.readIncomeByDay, {
        fieldId: siteId,
        dates: `${day},${day}`,
      });
      return total(told.map(({ incomeFen, balanceFen }) => incomeFen + balanceFen));
    },
  },
  'orders.readShares': {
    of: ['online', 'balance', 'counter'],
    tell: async (asked) =>
      (await asked.staff.call(ordersContract.readShares, daysOf(asked))).income.incomeFen,
  },
  'orders.readShares of one kind': {
    of: ['balance', 'counter'],
    tell: async (asked) =>
      (await asked.staff.call(ordersContract.readShares, { ...daysOf(asked), kind: 'goods' })).income
        .incomeFen,
  },
  'coins.sumCashGains': {
    of: ['counter', 'machines'],
    tell: async (asked) => (await asked.staff.call(coinsContract.sumCashGains, daysOf(asked))).moneyFen,
  },
  'coins.listCashGains': {
    of: ['machines'],
    async tell(asked) {
      const { records } = await asked.staff.call(coinsContract.listCashGains, {
        ...daysOf(asked),
        size: 100,
      });
      return total(records.map(({ moneyFen }) => moneyFen));
    },
  },
  'coins.offlineIncome': {
    of: ['counter', 'machines'],
    tell: async (asked) =>
      total((await asked.staff.call(coinsContract.offlineIncome, daysOf(asked))).map((one) => one.moneyFen)),
  },
  'reports.readSummary': {
    of: soldBy,
    tell: async (asked) =>
      (await asked.staff.call(reportsContract.readSummary, daysOf(asked))).figures.incomeFen,
  },
  'reports.listFigures': {
    of: soldBy,
    tell: async (asked) =>
      ofSite(await asked.staff.call(reportsContract.listFigures, { ...daysOf(asked), by: 'site' }), asked),
  },
  'reports.readTrend': {
    of: soldBy,
    tell: async (asked) =>
      total(
        (await asked.staff.call(reportsContract.readTrend, daysOf(asked))).days.map((one) => one.incomeFen),
      ),
  },
  'reports.listEntries': {
    of: soldBy,
    async tell(asked) {
      const { records } = await asked.staff.call(reportsContract.listEntries, {
        ...daysOf(asked),
        size: 100,
      });
      return total(records.map(({ incomeFen }) => incomeFen));
    },
  },
  'reports.sumEntries': {
    of: soldBy,
    tell: async (asked) => (await asked.staff.call(reportsContract.sumEntries, daysOf(asked))).incomeFen,
  },
  'reports.listRevenue': {
    of: soldBy,
    tell: async (asked) =>
      ofSite(await asked.staff.call(reportsContract.listRevenue, { ...daysOf(asked), by: 'site' }), asked),
  },
  'reports.readStatement': {
    of: soldBy,
    async tell(asked) {
      const { path } = await asked.staff.call(reportsContract.makeStatementLink, {
        ...daysOf(asked),
        validDays: 5,
      });
      const token = path.slice(path.indexOf('#') + 1);
      return (await asked.staff.call(reportsContract.readStatement, { token })).total.incomeFen;
    },
  },
};

/** Of the day that is going on at the site. */
export const ofToday: Record<string, Teller> = {
  'briefings.readToday': {
    of: soldBy,
    tell: async ({ staff, siteId }) =>
      (await staff.call(briefingsContract.readToday, { fieldId: siteId })).incomeFen,
  },
  'fleet.listDevices': {
    of: ['online', 'machines'],
    async tell({ staff, siteId }) {
      const { records } = await staff.call(fleetContract.listDevices, { fieldId: siteId, size: 100 });
      return total(records.map(({ todayFen }) => todayFen ?? 0));
    },
  },
  // all wallets together: at other sites nothing is sold on this day
  'wallet.readWallet': {
    of: ['online', 'balance', 'counter'],
    async tell({ staff }) {
      const { wallets } = await staff.call(walletContract.readWallet, {});
      const told = await Promise.all(
        wallets.map(({ id }) => staff.call(walletContract.readWallet, { walletId: id })),
      );
      return total(told.map(({ today }) => today?.incomeFen ?? 0));
    },
  },
  // without days the last ones are meant, up to the day that is going on there
  'orders.readIncomeByDay': {
    of: ['online', 'balance'],
    async tell({ staff, siteId, day }) {
      const told = await staff.call(ordersContract.readIncomeByDay, { fieldId: siteId, days: 1 });
      return total(told.flatMap((one) => (one.day === day ? [one.incomeFen + one.balanceFen] : [])));
    },
  },
  'coins.offlineIncome': {
    of: ['counter', 'machines'],
    async tell({ staff, siteId, day }) {
      const told = await staff.call(coinsContract.offlineIncome, { fieldId: siteId });
      return told.at(-1)?.day === day ? (told.at(-1)?.moneyFen ?? 0) : 0;
    },
  },
};

/** Calls that say the word and mean something else. */
export const apart: Record<string, string> = {
  'partners.listFranchisees': 'what a wallet earned in a month, by the books',
  'partners.franchiseeDetail': 'what a wallet earned in a month, by the books',
  'partners.listAgents': 'what a wallet earned in a month, by the books',
  'partners.agentDetail': 'what a wallet earned in a month, by the books',
  'prizes.listSiteTotals':
    'what people spent on prizes: without coins sold there, by figures of the same days',
  'prizes.readTotals': 'the same, of all sites',
  'prizes.listPrizeMachines': 'the same, of each machine',
  'adtasks.listTasks': 'what the platform paid for ads since a task began, by the books',
  'adtasks.listTaskMachines': 'the same, of each machine',
  'marketing.readTools': 'what people paid after they used a tool, over days and sites',
  'redpackets.readCampaign': 'what two groups of people paid since a campaign began',
};

/** The calls of all features whose answers have one of the words. */
export async function callsThatTellIncome(): Promise<string[]> {
  const found: string[] = [];
  for (const { name, path } of featureFolders(sourceRoot)) {
    const { default: feature } = (await import(/* @vite-ignore */ join(sourceRoot, path, 'feature.ts'))) as {
      default: { endpoints: Record<string, AnyEndpoint> };
    };
    for (const [call, { output }] of Object.entries(feature.endpoints)) {
      const said = JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any', io: 'input' }));
      if (words.some((word) => said.includes(`"${word}":{`))) found.push(`${name}.${call}`);
    }
  }
  return found;
}
