import { z } from 'zod';
import { deviceType } from '#features/machines/devices/contract/shared.ts';
import { get } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, day, dayRange, id, moneyFen, pageInput, pageOf, ratio } from '#kit/contract/schemas.ts';
import { machineFields, maybeMachineFields, maybeSiteFields } from '#kit/contract/things.ts';

const view = permit('prizes.view');
const base = '/api/blade-gift/statistics' as const;

/** A year and a leap day: what is summed up at once has an end. */
export const mostDays = 366;
/** Where no days are asked for: these, up to today. */
export const usualDays = 30;
/** What a coin costs at a site is worked out of at least so many days. */
export const priceDays = 30;

/**
 * What the difference between the wins of a machine and its set rate means. none: nothing to compare; chance: may well be
 * chance; rare: seldom chance; fault: hardly chance. The last two say on which side.
 */
export const winVerdicts = ['none', 'chance', 'rareMany', 'rareFew', 'faultMany', 'faultFew'] as const;
export type WinVerdict = (typeof winVerdicts)[number];

/**
 * How coins came to their worth. money: there were none; sold: by what coins cost at the site; set: by the machine's own
 * settings, because the site sold none; mixed: at one site so, at another so; unknown: nobody can tell.
 */
const coinBases = ['money', 'sold', 'set', 'mixed', 'unknown'] as const;
export type CoinBasis = (typeof coinBases)[number];

/**
 * What stands behind a payout ratio, or why there is none. hidden: the reader may not see income; noCost: prizes fell and
 * none of them has a cost; nothing: nobody spent anything.
 */
const payoutBases = [...coinBases, 'hidden', 'noCost', 'nothing'] as const;
export type PayoutBasis = (typeof payoutBases)[number];

export const consumptionBy = ['device', 'gift', 'day'] as const;

const verdict = () =>
  choiceOf('prizes:verdict', winVerdicts, {
    none: 'quiet',
    chance: 'good',
    rareMany: 'waiting',
    rareFew: 'waiting',
    faultMany: 'bad',
    faultFew: 'bad',
  });

/** Prizes that left machines and what they cost, whether the books held them or not. */
const sums = {
  out: z.int(),
  missing: z.int(),
  costFen: moneyFen(),
};

/** What machines counted, and how it compares with what is set. */
const wins = {
  plays: z.int(),
  wins: z.int(),
  winRate: ratio().nullable(),
  setRate: ratio().nullable(),
  /** the day after the rate was last changed, where that was meanwhile: only what came since is compared */
  judgedFrom: day().nullable(),
  /** so many wins are to be expected */
  likelyFrom: z.int().nullable(),
  likelyTo: z.int().nullable(),
  verdict: verdict(),
  /** the same as a sentence, in the caller's language */
  words: z.string(),
};

/** What people spent there, coins at what they cost at the site, and what of it went into prizes: `rules/payout-rules.ts`. */
const payout = {
  /** in money; null for people who may not see income, as all of these */
  incomeFen: moneyFen().nullable(),
  coins: z.int().nullable(),
  coinFen: moneyFen().nullable(),
  coinsFen: moneyFen().nullable(),
  takenFen: moneyFen().nullable(),
  payoutRatio: ratio().nullable(),
  payoutBasis: choiceOf('prizes:basis', payoutBases, {
    money: 'quiet',
    sold: 'quiet',
    set: 'info',
    mixed: 'info',
    unknown: 'waiting',
    hidden: 'quiet',
    noCost: 'waiting',
    nothing: 'quiet',
  }),
};

const filters = {
  ...dayRange,
  fieldId: id().optional(),
  equipmentId: id().optional(),
  type: deviceType().optional(),
};

const laneRecord = z.object({
  lane: z.int(),
  itemName: z.string().nullable(),
  ...wins,
});

export const prizesContract = {
  listConsumption: get(`${base}/consumption`, view, {
    input: pageInput(
      { ...filters, giftId: id().optional(), by: choiceOf('prizes:by', consumptionBy).default('device') },
      ['out', 'costFen', 'plays', 'day'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        day: day().nullable(),
        giftId: z.string().nullable(),
        giftName: z.string().nullable(),
        ...maybeMachineFields,
        ...maybeSiteFields,
        ...sums,
        ...wins,
      }),
    ),
    summary: 'Prizes out by machine, by gift or by day, their cost, and how often machines were won',
  }),
  listSiteTotals: get(`${base}/sites`, view, {
    input: pageInput({ ...dayRange, type: deviceType().optional() }, ['out', 'costFen', 'plays', 'winRate']),
    output: pageOf(
      z.object({
        ...maybeSiteFields,
        machines: z.int(),
        ...sums,
        plays: z.int(),
        wins: z.int(),
        winRate: ratio().nullable(),
        costPerPlayFen: moneyFen().nullable(),
        ...payout,
      }),
    ),
    summary: 'Prizes out, wins, cost and payout ratio of each site',
  }),
  readTotals: get(`${base}/total`, view, {
    input: z.object({ ...dayRange, type: deviceType().optional() }),
    output: z.object({
      from: day(),
      to: day(),
      ...sums,
      plays: z.int(),
      wins: z.int(),
      ...payout,
      days: z.array(z.object({ day: day(), out: z.int(), costFen: moneyFen() })),
    }),
    summary: 'The same of all sites together, and day by day',
  }),
  listPrizeMachines: get(`${base}/machines`, view, {
    input: pageInput(filters, ['plays', 'wins', 'costFen', 'winRate']),
    output: pageOf(
      z.object({
        id: z.string(),
        ...machineFields,
        type: deviceType().nullable(),
        ...maybeSiteFields,
        ...sums,
        ...wins,
        costPerPlayFen: moneyFen().nullable(),
        ...payout,
      }),
    ),
    summary: 'Machines with prizes: wins against what is set, cost per play, payout ratio in money',
  }),
  readPrizeParts: get(`${base}/parts`, view, {
    input: z.object({ equipmentId: id(), ...dayRange }),
    output: z.object({
      lanes: z.array(laneRecord),
      /** lines of the machine's log were lost: there were more plays than told */
      linesLost: z.boolean(),
      gifts: z.array(z.object({ giftName: z.string().nullable(), ...sums })),
    }),
    summary: 'One machine: wins of each lane against its probability, and what of each gift went out',
  }),
};
