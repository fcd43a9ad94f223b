import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureWebBuild, webFolder } from '#app/server/web-build.ts';
import { type Measure, rounded } from '../measures.ts';

interface Chunk {
  file: string;
  imports?: string[];
}

/** The file that draws with a chart library; whoever shows a chart fetches it with what it needs. */
const charts = 'kit/pages/report-chart.tsx';
/** A page with a chart, without the chart. */
const around = 'kit/pages/report-page.tsx';

/** What a chart adds to a page of reports, gzip: its scripts, less those that the page has already. */
export async function measureChartWeight(): Promise<Measure> {
  await ensureWebBuild(() => {});
  const manifest = JSON.parse(readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no ${key}`);
    if (seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const other of chunk.imports ?? []) filesOf(other, seen);
    return seen;
  };
  const entry = Object.keys(manifest).find((key) => key.endsWith('index.html'));
  const there = filesOf(manifest[around] ? around : (entry as string));
  if (entry) for (const file of filesOf(entry)) there.add(file);
  const own = [...filesOf(charts)].filter((file) => !there.has(file));
  const bytes = own.reduce((sum, file) => sum + gzipSync(readFileSync(join(webFolder, file))).length, 0);
  console.log(`  charts: ${own.length} scripts, fetched when the first chart is drawn`);
  return { name: 'chart_code_kib', value: rounded(bytes / 1024, 1), goal: '<= 130' };
}
