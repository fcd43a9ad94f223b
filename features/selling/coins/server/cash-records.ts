import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { cashContract } from '../contract/cash.ts';
import type { GainRow, pageCoinIns, pageGains } from './cash-queries.ts';
import { toMachine } from './machine-records.ts';

type Listed<P extends (...args: never[]) => Promise<{ records: unknown[] }>> = Awaited<
  ReturnType<P>
>['records'][number];

const fenPerYuan = 100;
const worthOf = ({ coins, coinsPerYuan }: GainRow) =>
  coinsPerYuan === null ? null : Math.round((coins * fenPerYuan) / coinsPerYuan);

export function toGain({
  cash_gain: row,
  device,
  site,
}: Listed<typeof pageGains>): ResultOf<typeof cashContract.listCashGains>['records'][number] {
  const moneyFen = row.notesFen + row.cashFen;
  return {
    ...row,
    ...toMachine(row, device, site),
    equipmentType: row.type,
    coinsFen: worthOf(row) || null,
    notesFen: row.notesFen || null,
    cashFen: row.cashFen || null,
    moneyFen,
    ...(moneyFen > 0
      ? { taken: moneyFen, takenUnit: 'fen' as const }
      : { taken: row.coins, takenUnit: 'coin' as const }),
  };
}

export const toCoinIn = ({
  coin_in: row,
  device,
  site,
}: Listed<typeof pageCoinIns>): ResultOf<typeof cashContract.listCoinIns>['records'][number] => ({
  ...row,
  ...toMachine(row, device, site),
  id: `${row.deviceId} ${row.siteId} ${row.day}`,
  equipmentType: row.type,
});
