import { z } from 'zod';
import { pointsMoved } from '#features/loyalty/points/contract.ts';
import { stockChanged } from '#features/loyalty/stock/contract/events.ts';
import { get } from '#kit/contract/call.ts';
import { day, id, int, moneyFen, signedFen } from '#kit/contract/schemas.ts';
import { accounts, base } from './kinds.ts';

const sums = {
  issued: z.int(),
  spent: z.int(),
  expired: z.int(),
  /** taken back with refunds */
  reversed: z.int(),
  /** by hand, either way */
  adjusted: z.int(),
};
const unitSums = z.object({
  ...sums,
  /** with the members when it was over */
  outstanding: z.int(),
});
export type UnitSums = z.infer<typeof unitSums>;

const month = z.object({
  /** yyyy-mm */
  month: z.string(),
  from: day(),
  to: day(),
  points: unitSums,
  tickets: unitSums,
  /** what the points outstanding were worth when it was over */
  liabilityFen: moneyFen(),
  /** handed out, less what of earlier months came back */
  goodsCostFen: signedFen(),
  goodsBackFen: signedFen(),
  goodsBoughtFen: signedFen(),
  /** what counts found; less than nothing: missing */
  goodsCountedFen: signedFen(),
  goodsLostFen: signedFen(),
});
export type AccountMonth = z.infer<typeof month>;

export const accountsContract = {
  readAccounts: get(`${base}/account/data`, accounts, {
    input: z.object({ fieldId: id().optional(), months: int(1, 36).default(12) }),
    output: z.object({
      today: day(),
      /** of a hundred points */
      worthFen: moneyFen(),
      liabilityFen: moneyFen(),
      outstanding: z.object({ points: z.int(), tickets: z.int() }),
      /** the latest first */
      months: z.array(month),
    }),
    refreshedBy: [pointsMoved, stockChanged],
    summary:
      'Points and tickets issued, spent, expired, what goods cost and what is owed, by month, from figures',
  }),
};
