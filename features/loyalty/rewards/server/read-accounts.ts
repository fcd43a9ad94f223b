import {
  measuresOf,
  outstandingOf,
  readRule,
  sumsOf,
  worthOf,
} from '#features/loyalty/points/server/public.ts';
import { type GoodsMeasure, goodsMeasures } from '#features/selling/figures/contract/measures.ts';
import { readFigures } from '#features/selling/figures/server/public.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rewardUnits } from '../contract/kinds.ts';
import { daysOfMonth, monthsUpTo } from '../rules/account-months.ts';

const everSince = '2000-01-01';

interface Question {
  tenantId: string;
  fieldId?: string | undefined;
  months: number;
  now: Date;
}

/** Sums of months from the figures: how many movements there were makes no difference. */
export async function readAccounts(reader: Reader, scope: Scope, question: Question) {
  const { tenantId, fieldId, months: count, now } = question;
  const today = businessDay(now);
  const [rule, figures] = await Promise.all([
    readRule(reader, tenantId),
    readFigures(reader, scope, {
      measures: [...rewardUnits.flatMap(measuresOf), ...goodsMeasures],
      from: everSince,
      // sites of the east have tomorrow already
      to: addDays(today, 1),
      by: ['month', 'measure'],
      ...(fieldId && { siteIds: [fieldId] }),
    }),
  ]);
  const upTo = (unit: 'point' | 'ticket', month: string) =>
    outstandingOf(
      sumsOf(
        unit,
        figures.filter((figure) => (figure.month ?? '') <= month),
      ),
    );
  const months = monthsUpTo(today, count).map((month) => {
    const own = figures.filter((figure) => figure.month === month);
    const fen = (measure: GoodsMeasure) =>
      own.filter((figure) => figure.measure === measure).reduce((sum, { amount }) => sum + amount, 0);
    const points = { ...sumsOf('point', own), outstanding: upTo('point', month) };
    return {
      month,
      ...daysOfMonth(month, today),
      points,
      tickets: { ...sumsOf('ticket', own), outstanding: upTo('ticket', month) },
      liabilityFen: worthOf(points.outstanding, rule.worthFen),
      goodsCostFen: fen('goodsCost'),
      goodsBackFen: fen('goodsBack'),
      goodsBoughtFen: fen('goodsBought'),
      goodsCountedFen: fen('goodsCounted'),
      goodsLostFen: fen('goodsLost'),
    };
  });
  const held = {
    points: outstandingOf(sumsOf('point', figures)),
    tickets: outstandingOf(sumsOf('ticket', figures)),
  };
  return {
    today,
    worthFen: rule.worthFen,
    liabilityFen: worthOf(held.points, rule.worthFen),
    outstanding: held,
    months,
  };
}
