import { z } from 'zod';
import { incomeSources } from '#features/selling/figures/contract/measures.ts';
import { permit, realms } from '#kit/contract/endpoint.ts';
import { choiceOf, day, dayRange, id, moneyFen, ratio } from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

export const base = '/api/blade-reportjytjtotal/reportjytjtotal' as const;

/** For every reader figures are of what the reader reaches. */
export const view = permit('reports.view', ...realms);

/** What a period is compared with: as many days right before it, or the same days a year earlier. */
export const comparisons = ['previous', 'year'] as const;
export type Against = (typeof comparisons)[number];

export const groupings = ['merchant', 'site', 'device', 'type', 'day', 'month'] as const;
export type Grouping = (typeof groupings)[number];

export const against = () => choiceOf('reports:against', comparisons);
export const deviceType = () => choiceOf('devices:type', deviceTypes);
export const incomeSource = () => choiceOf('figures:incomeSource', incomeSources);

/** Which machines; all that the caller reaches where nothing is named. */
export const placeFilters = {
  fieldId: id().optional(),
  equipmentId: id().optional(),
  type: deviceType().optional(),
};

/** Without days it is the last seven; without `against`, the same number of days before. */
export const reportFilters = { ...dayRange, ...placeFilters, against: against().optional() };

/** `rules/business-figures.ts` says what each of them is. */
export const figures = {
  orders: z.int(),
  grossFen: moneyFen(),
  refundFen: moneyFen(),
  incomeFen: moneyFen(),
  feeFen: moneyFen(),
  netFen: moneyFen(),
  sharesFen: moneyFen(),
  giftCostFen: moneyFen(),
  marginFen: moneyFen(),
  marginRatio: ratio().nullable(),
  coinsIn: z.int(),
  coinsOut: z.int(),
  plays: z.int(),
  wins: z.int(),
  machineDays: z.int(),
  perMachineDayFen: moneyFen().nullable(),
};

export const period = z.object({ from: day(), to: day() });

/** Income of one way of paying. */
export const sourceFigures = z.object({
  source: incomeSource(),
  orders: z.int(),
  grossFen: moneyFen(),
  refundFen: moneyFen(),
  incomeFen: moneyFen(),
  feeFen: moneyFen(),
  netFen: moneyFen(),
});
