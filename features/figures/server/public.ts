export { businessDays, dayOf } from './business-day.ts';
export { incomeLines } from './income-lines.ts';
export { type Figure, type FigureKey, type FigureQuery, figureView, readFigures } from './read-figures.ts';
export { wantDays, wantRecount, workOnFigures } from './work-on-figures.ts';
