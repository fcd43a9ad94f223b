export { businessDays, dayOf } from './business-day.ts';
export { foldFigures } from './fold-figures.ts';
export { incomeLines } from './income-lines.ts';
export { type Figure, type FigureKey, type FigureQuery, figureView, readFigures } from './read-figures.ts';
export { dayGoingOn, type RecentPlace, readRecentDays, readSameHours } from './recent-figures.ts';
export { wantRecount, workOnFigures } from './work-on-figures.ts';
