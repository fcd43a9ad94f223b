import type { Measure } from '#features/selling/figures/contract/measures.ts';
import type { MonthSums } from '../contract/books.ts';
import type { PointUnit } from '../contract/kinds.ts';

const parts = ['Issued', 'Spent', 'Expired', 'Reversed', 'Adjusted'] as const;

/** The names under which movements of a unit are added up. */
export const measuresOf = (unit: PointUnit): Measure[] => parts.map((part): Measure => `${unit}s${part}`);

interface Sum {
  measure?: Measure | undefined;
  amount: number;
}

export function sumsOf(unit: PointUnit, figures: readonly Sum[]): MonthSums {
  const sum = (part: (typeof parts)[number]) =>
    figures
      .filter(({ measure }) => measure === `${unit}s${part}`)
      .reduce((total, { amount }) => total + amount, 0);
  return {
    issued: sum('Issued'),
    spent: sum('Spent'),
    expired: sum('Expired'),
    reversed: sum('Reversed'),
    adjusted: sum('Adjusted'),
  };
}

/** What all of it leaves with the members. */
export const outstandingOf = ({ issued, spent, expired, reversed, adjusted }: MonthSums): number =>
  issued + adjusted - spent - expired - reversed;
