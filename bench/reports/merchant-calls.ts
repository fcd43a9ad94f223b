import { revenueHandlers } from '#features/insight/reports/server/revenue-handlers.ts';
import { statisticsHandlers } from '#features/insight/reports/server/statistics-handlers.ts';
import { incomeHandlers } from '#features/selling/figures/server/income-handlers.ts';
import { addDays, businessDay, systemClock } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Database } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';

/** As a log-in of the merchant would call them: the parts of a context that reports look at. */
const contextOf = (db: Database, tenantId: string) =>
  ({
    db,
    session: { tenantId, scope: tenantScope(tenantId) },
    clock: systemClock,
  }) as unknown as StaffContext;

/** What a merchant opens: the pages of reports, for a month and for a year. */
export function merchantCalls(db: Database, tenantId: string): Record<string, () => Promise<unknown>> {
  const context = contextOf(db, tenantId);
  const to = addDays(businessDay(new Date()), -1);
  const month = { from: addDays(to, -29), to };
  const year = { from: addDays(to, -359), to };
  const page = { current: 1, size: 20 };
  const filled = async (records: Promise<{ records: readonly unknown[] }>) => {
    if ((await records).records.length === 0) throw new Error('a page without lines');
  };
  const figures = (days: typeof month, by: 'site' | 'device' | 'day') => () =>
    filled(statisticsHandlers.listFigures(context, { ...days, ...page, by }));
  const revenue = (days: typeof month, by: 'site' | 'device') => () =>
    filled(revenueHandlers.listRevenue(context, { ...days, ...page, by, sort: 'resultFen' }));
  return {
    summaryOfMonth: async () => statisticsHandlers.readSummary(context, month),
    summaryOfYear: async () => statisticsHandlers.readSummary(context, year),
    charts: async () => statisticsHandlers.readTrend(context, { ...month, most: 10 }),
    sitesOfYear: figures(year, 'site'),
    machinesOfYear: figures(year, 'device'),
    daysOfMonth: figures(month, 'day'),
    resultOfSites: revenue(month, 'site'),
    resultOfMachines: revenue(year, 'device'),
    income: async () => incomeHandlers.readIncome(context, year),
  };
}
