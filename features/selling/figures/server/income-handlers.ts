import { siteNames } from '#features/base/sites/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { dayMs, endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { incomeContract } from '../contract/income.ts';
import { sumOf, sumsBy } from '../rules/income-rules.ts';
import { incomeLines } from './income-lines.ts';

const longestDays = 366;

export const incomeHandlers: Handlers<typeof incomeContract> = {
  async readIncome({ db, session }, input) {
    const from = startOfDay(input.from);
    const days = (endOfDay(input.to).getTime() - from.getTime()) / dayMs;
    if (days < 1) throw invalidField('to', 'figures:error.endBeforeStart');
    if (days > longestDays) throw invalidField('to', 'figures:error.tooManyDays', { days: longestDays });
    const { scope } = session;
    const lines = await incomeLines(db.read, scope, {
      from: input.from,
      to: input.to,
      ...(input.fieldId ? { siteIds: [input.fieldId] } : {}),
    });
    const names = await siteNames(
      db.read,
      scope,
      lines.flatMap(({ siteId }) => siteId ?? []),
    );
    return {
      total: sumOf(lines),
      sources: [...sumsBy(lines, ({ source }) => source)]
        .map(([source, sum]) => ({ source, ...sum }))
        .sort((a, b) => b.grossFen - a.grossFen),
      sites: [...sumsBy(lines, ({ siteId }) => siteId)]
        .map(([fieldId, sum]) => ({ fieldId, fieldName: (fieldId && names.get(fieldId)) || null, ...sum }))
        .sort((a, b) => b.grossFen - a.grossFen),
      days: [...sumsBy(lines, ({ day }) => day)]
        .map(([day, sum]) => ({ day, ...sum }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
    };
  },
};
