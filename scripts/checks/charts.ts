import { isTest, lineOf, namingNodesOf, type SourceFile } from './source.ts';

/** Drawings without figures in words. Only the kit's charts may use them: those bring a table and a file along. */
const bare = /^(@mantine\/charts|recharts)(\/|$)|^#kit\/drawings\/(band-chart|heat-map|rank-bars)\.tsx$/;
const charts = new Set(['kit/pages/charts.tsx', 'kit/pages/report-chart.tsx']);

/** Small marks that say nothing their neighbours do not say in words, and where that is so. */
const marks = /^#kit\/drawings\/(bars|sparkline)\.tsx$/;
const besideFigures: Record<string, string> = {
  'kit/pages/charts.tsx': 'brings the table itself',
  'features/insight/briefings/web/home-today.tsx':
    'the figure of today stands before it, the days are a link away',
  'features/insight/briefings/web/home-money.tsx': 'the figures of today stand around it',
  'features/machines/fleet/web/device-card.tsx': 'one card of many; its label says the sum',
  'features/machines/fleet/web/site-plays.tsx': 'one row of many; alone on a page it is a BarsChart',
  'features/machines/vending/web/stock-parts.tsx': 'one row of many; how many lanes are low stands beside it',
  'features/demo/gallery/web/piece-samples.tsx': 'shows the pieces of the kit',
};

/** A chart without a table and a file, which a page can only have by drawing it past the kit. */
export const chartProblems = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) => {
    if (isTest(file.path) || !file.path.endsWith('.tsx')) return [];
    const refused = (from: string) =>
      (bare.test(from) && !charts.has(file.path)) || (marks.test(from) && !besideFigures[file.path]);
    return namingNodesOf(file).flatMap(({ type, start, source }) => {
      const from = (source as { value?: unknown } | null | undefined)?.value;
      return /^(Import|Export)/.test(type) && typeof from === 'string' && refused(from)
        ? [
            `${file.path}:${lineOf(file, start)}: a chart comes from #kit/pages/charts.tsx, with its table and file`,
          ]
        : [];
    });
  });
