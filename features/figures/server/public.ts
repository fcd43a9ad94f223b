export { foldFigures } from './fold-figures.ts';
export { type Figure, type FigureKey, type FigureQuery, readFigures } from './read-figures.ts';
export { wantDays, wantRecount, workOnFigures } from './work-on-figures.ts';
