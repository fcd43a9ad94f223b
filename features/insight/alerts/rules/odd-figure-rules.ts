import type { Measure } from '#features/selling/figures/contract/measures.ts';
import { allWays } from '#features/selling/figures/contract/measures.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';

/** What of a machine-hour is compared with the past. */
export interface OddHour {
  /** when it began, in ms */
  at: number;
  /** what people paid for, in the unit the machine counts: coins, plays, goods. Counts compare better than money. */
  use: number;
  /** what went in: coins, or the yuan of a coin exchange */
  taken: number;
  /** what was given for it: plays, or the coins of an exchange */
  given: number;
  plays: number;
  wins: number;
}

/** How a site tells time: its clock and when its day begins. */
export interface SiteClock {
  offsetMs: number;
  dayStart: number;
}

/** A business day as a number, its weekday (0 is Monday) and the hour since the clock's midnight. */
export function placeInWeek(at: number, { offsetMs, dayStart }: SiteClock) {
  const local = at + offsetMs;
  const day = Math.floor((local - dayStart * hourMs) / dayMs);
  const hour = Math.floor((((local % dayMs) + dayMs) % dayMs) / hourMs);
  // day 0 was a Thursday
  return { day, weekday: (((day + 3) % 7) + 7) % 7, hour };
}

/** When a business day began. */
export const dayBegins = (day: number, { offsetMs, dayStart }: SiteClock): number =>
  day * dayMs + dayStart * hourMs - offsetMs;

const income: readonly Measure[] = [...allWays('gross'), 'cash'];
const refunds: readonly Measure[] = allWays('refund');

/** What is read of the figures. */
export const oddMeasures: readonly Measure[] = [
  ...income,
  ...refunds,
  'plays',
  'freePlays',
  'coinsIn',
  'coinsOut',
  'wins',
  'sold',
];

type Amounts = Partial<Record<Measure, number>>;

const sum = (amounts: Amounts, names: readonly Measure[]) =>
  names.reduce((total, name) => total + (amounts[name] ?? 0), 0);

const coinMachine = ({ plays = 0, freePlays = 0, coinsIn = 0 }: Amounts) => ({
  use: coinsIn,
  taken: coinsIn,
  given: Math.max(0, plays - freePlays),
});
const byPlays = ({ plays = 0, freePlays = 0 }: Amounts) => ({
  use: Math.max(0, plays - freePlays),
  taken: 0,
  given: 0,
});

const fenOfYuan = 100;

const readers: Record<DeviceType, ((amounts: Amounts) => Pick<OddHour, 'use' | 'taken' | 'given'>) | null> = {
  claw: coinMachine,
  lottery: coinMachine,
  lipstick: byPlays,
  cabinet: byPlays,
  vending: ({ sold = 0 }) => ({ use: sold, taken: 0, given: 0 }),
  exchange: (amounts) => ({
    use: amounts.coinsOut ?? 0,
    taken: (sum(amounts, income) - sum(amounts, refunds)) / fenOfYuan,
    given: amounts.coinsOut ?? 0,
  }),
  // people bring coins back when they like
  deposit: null,
};

export const isJudged = (type: DeviceType): boolean => readers[type] !== null;

/** null: machines of this type have no habits. */
export function oddHourOf(type: DeviceType, at: number, amounts: Amounts): OddHour | null {
  const read = readers[type]?.(amounts);
  return read ? { at, ...read, plays: amounts.plays ?? 0, wins: amounts.wins ?? 0 } : null;
}
