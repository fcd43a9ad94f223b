import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  amountOf,
  bool,
  choiceOf,
  day,
  id,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
} from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { cashChanged, cashierChanged } from './events.ts';
import { dayFilters, edit, machineFields, machineFilters, view } from './shared.ts';

/**
 * Notes and the cash of vending machines are money. Coins are pieces: they were bought with a note or a phone before, so
 * what they are worth is told beside the money and never added to it.
 */
const amounts = {
  coins: z.int(),
  /** by the settings of the machines; null where they do not say */
  coinsFen: moneyFen().nullable(),
  notes: z.int(),
  notesFen: moneyFen(),
  cashFen: moneyFen(),
};

const cashGain = z.object({
  id: z.string(),
  ...machineFields,
  equipmentType: choiceOf('devices:type', deviceTypes),
  hourAt: instant(),
  day: day(),
  ...amounts,
  /** null where the machine took none */
  notesFen: moneyFen().nullable(),
  cashFen: moneyFen().nullable(),
  /** notes and cash */
  moneyFen: moneyFen(),
  /** what the line is about in one figure: money where there is some, coins otherwise */
  taken: amountOf('takenUnit'),
  takenUnit: choiceOf('kit:unitName', ['fen', 'coin']),
  hiddenAt: instant().nullable(),
  hiddenBy: z.string().nullable(),
});
export type CashGain = z.infer<typeof cashGain>;

const gainFilters = { ...machineFilters, ...dayFilters, hidden: bool().optional() };

const coinIn = z.object({
  /** machine, site and day */
  id: z.string(),
  ...machineFields,
  equipmentType: choiceOf('devices:type', deviceTypes),
  day: day(),
  coins: z.int(),
  coinsFen: moneyFen().nullable(),
  firstAt: instant(),
  lastAt: instant(),
});
export type CoinIn = z.infer<typeof coinIn>;

const gains = '/api/blade-cashgains/cashgains' as const;

export const cashContract = {
  listCashGains: get(`${gains}/selectCashGainsListByFiled`, view, {
    input: pageInput(gainFilters, ['hourAt', 'coins', 'moneyFen']),
    output: pageOf(cashGain),
    refreshedBy: [cashChanged],
    summary: 'Coins and cash that machines took, by machine and hour',
  }),
  sumCashGains: get(`${gains}/sum`, view, {
    input: z.object(gainFilters),
    output: z.object({
      ...amounts,
      /** coins of machines that do not say what one is worth */
      coinsWithoutWorth: z.int(),
      /** notes and cash of machines */
      machinesFen: moneyFen(),
      /** cash that staff took, less what they gave back; not among the lines */
      counterFen: signedFen(),
      /** both: the cash income of the day */
      moneyFen: signedFen(),
    }),
    refreshedBy: [cashChanged, cashierChanged],
    summary: 'Totals of the same filters',
  }),
  hideCashGain: post(`${gains}/deleteCashGainsById`, edit, {
    input: z.object({ id: id() }),
    emits: [cashChanged],
    summary: 'Takes a line out of the list and its totals; it stays stored and can be brought back',
  }),
  restoreCashGain: post(`${gains}/restore`, edit, {
    input: z.object({ id: id() }),
    emits: [cashChanged],
    summary: 'Brings a hidden line back',
  }),
  listCoinIns: get(`${gains}/coinIns`, view, {
    input: pageInput({ ...machineFilters, ...dayFilters }, ['day', 'coins']),
    output: pageOf(coinIn),
    refreshedBy: [cashChanged],
    summary: 'Coins that people put into machines, by machine and day',
  }),
  offlineIncome: get('/api/blade-user/selectUnderline', view, {
    input: z.object({
      userId: id().optional(),
      fieldId: id().optional(),
      /** `2026-11-01,2026-11-30`, or by two names; the last seven days where they are absent */
      dates: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/)
        .optional(),
      ...dayFilters,
    }),
    output: z.array(
      z.object({
        day: day(),
        ...amounts,
        /** cash taken by staff for orders, less what was given back */
        counterFen: signedFen(),
        /** notes, cash of machines and cash at the counter */
        moneyFen: signedFen(),
      }),
    ),
    refreshedBy: [cashChanged, cashierChanged],
    summary: 'Income without a phone, by day, of the sites an account works with',
  }),
};
