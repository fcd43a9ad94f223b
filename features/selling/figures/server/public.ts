export { type IncomeLine, type IncomeSum, onlinePayWays, sumOf, sumsBy } from '../rules/income-rules.ts';
export { businessDays, dayAt, dayOf, isToday } from './business-day.ts';
export type { FigureKey, FigureQuery } from './figure-query.ts';
export { foldFigures } from './fold-figures.ts';
export { incomeLines, incomeToday } from './income-lines.ts';
export { type Figure, figureKey, figureView, readFigures } from './read-figures.ts';
export { dayGoingOn, openDay, type RecentPlace, readRecentDays, readSameHours } from './recent-figures.ts';
export { wantDays, wantRecount, workOnFigures } from './work-on-figures.ts';
