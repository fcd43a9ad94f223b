import { chromium } from 'playwright-core';
import { ensureBrowser } from '../scripts/ensure-browser.ts';
import { interleave, median, ratios } from './measures.ts';
import { buildEmptyPage } from './pages/build-empty.ts';
import { usableAfterMs } from './pages/visit.ts';
import { startProgram } from './processes.ts';

await buildEmptyPage('/tmp/i-scratch/empty');
const e = await startProgram('bench/pages/empty-server.ts', ['/tmp/i-scratch/empty']);
const b = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const u = process.argv[2];
const r = await interleave(Number(process.argv[3] ?? 5), {
  empty: () => usableAfterMs(b, { url: e.url, usable: { kind: 'text', selector: 'h1' } }),
  player: () =>
    usableAfterMs(b, {
      url: u + '/errorPage',
      usable: { kind: 'text', selector: '[data-screen="/errorPage"] h1' },
    }),
  login: () =>
    usableAfterMs(b, {
      url: u + '/login',
      usable: { kind: 'field', selector: '[data-screen="/login"] input[name="username"]' },
    }),
});
for (const k of ['empty', 'player', 'login'] as const)
  console.log(
    k,
    Math.round(median(r[k])),
    median(ratios(r[k], r.empty)).toFixed(2),
    r[k].map(Math.round).join(' '),
  );
await b.close();
await e.stop();
