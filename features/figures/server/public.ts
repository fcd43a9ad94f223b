export { foldFigures } from './fold-figures.ts';
export { type Figure, type FigureKey, type FigureQuery, readFigures } from './read-figures.ts';
export { dayGoingOn, type RecentPlace, readRecentDays, readSameHours } from './recent-figures.ts';
export { wantDays, wantRecount, workOnFigures } from './work-on-figures.ts';
