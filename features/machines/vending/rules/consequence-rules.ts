import { alarmAt, type Consequence, isTyped, percentIn, typedIn } from '#kit/contract/consequence.ts';
import { lowThreshold, warnDay } from './need-rules.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a piece earns, and how much of its price that is. */
export function margin(values: Values): Consequence | undefined {
  const typed = typedIn(values, 'priceFen', 'costFen');
  if (!typed || typed.priceFen === 0) return undefined;
  const earnedFen = typed.priceFen - typed.costFen;
  return earnedFen >= 0
    ? {
        text: 'vending:consequence.earns',
        params: { earnedFen, percent: percentIn(earnedFen, typed.priceFen) },
      }
    : { text: 'vending:consequence.loses', params: { lostFen: -earnedFen } };
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** From which day on goods are about to expire. */
export function warnsFrom(values: Values): Consequence | undefined {
  const { expiryDate, warnDays } = values;
  if (!isDay(expiryDate) || !isTyped(warnDays)) return undefined;
  return { text: 'vending:consequence.warnsFrom', params: { day: warnDay({ expiryDate, warnDays }) } };
}

/** What several lanes hold together. */
export const holdAll = (lanes: number, capacity: unknown): Consequence | undefined =>
  isTyped(capacity) && lanes > 1
    ? { text: 'vending:consequence.holdAll', params: { lanes, capacity, all: lanes * capacity } }
    : undefined;

/** What full lanes are worth at this price. */
export const fullWorth = (lanes: number, capacity: unknown, priceFen: unknown): Consequence | undefined =>
  isTyped(capacity) && isTyped(priceFen) && priceFen > 0
    ? { text: 'vending:consequence.fullWorth', params: { worthFen: lanes * capacity * priceFen } }
    : undefined;

/** When a lane is low: at its own number, or at a quarter. */
export const laneAlarm = (capacity: unknown, alarmThreshold: unknown): Consequence | undefined =>
  isTyped(capacity) && (alarmThreshold === null || isTyped(alarmThreshold))
    ? alarmAt(lowThreshold({ capacity, alarmThreshold }), capacity)
    : undefined;
