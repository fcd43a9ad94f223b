import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureWebBuild, webFolder } from '#app/server/web-build.ts';
import { type Measure, rounded } from '../measures.ts';

interface Chunk {
  file: string;
  imports?: string[];
}

/** The file that draws with a chart library, and a page that shows charts when it has their code. */
const charts = 'kit/pages/report-chart.tsx';
const page = 'features/insight/reports/web/business-statistics.tsx';

/** What a chart adds to a page of reports, gzip: its scripts, less those that the page has already. */
export async function measureChartWeight(): Promise<Measure> {
  await ensureWebBuild(() => {});
  const manifest = JSON.parse(readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const keyOf = (source: string) => {
    const key = Object.keys(manifest).find((name) => name.endsWith(source));
    if (!key) throw new Error(`the build has no ${source}`);
    return key;
  };
  const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
    const { file, imports = [] } = manifest[key] as Chunk;
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const other of imports) filesOf(other, seen);
    return seen;
  };
  const there = filesOf(keyOf(page));
  const own = [...filesOf(keyOf(charts))].filter((file) => !there.has(file));
  if (own.length === 0) throw new Error('charts come with the page: they are not loaded lazily');
  const bytes = own.reduce((sum, file) => sum + gzipSync(readFileSync(join(webFolder, file))).length, 0);
  console.log(`  charts: ${own.length} scripts, fetched when the first chart is drawn`);
  return { name: 'chart_code_kib', value: rounded(bytes / 1024, 1), goal: '<= 130' };
}
