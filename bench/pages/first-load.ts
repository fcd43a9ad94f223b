import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/ensure-browser.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from '../measures.ts';
import { startProgram } from '../processes.ts';
import { buildEmptyPage } from './build-empty.ts';
import { firstLoadKib, type Subject, usableAfterMs } from './visit.ts';

const rounds = 7;

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function measureFirstLoad(baseUrl: string): Promise<Measure[]> {
  const login: Subject = {
    url: `${baseUrl}/login`,
    usable: { kind: 'field', selector: '[data-screen="/login"] input[name="username"]' },
  };
  const player: Subject = {
    url: `${baseUrl}/errorPage`,
    usable: { kind: 'text', selector: '[data-screen="/errorPage"] h1' },
  };
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-empty-page-'));
  const executablePath = await ensureBrowser();
  await buildEmptyPage(folder);
  const emptyServer = await startProgram(join(import.meta.dirname, 'empty-server.ts'), [folder]);
  const browser = await chromium.launch({ executablePath, args: browserArguments }).catch(async (error) => {
    await emptyServer.stop();
    throw error;
  });
  try {
    const empty: Subject = { url: emptyServer.url, usable: { kind: 'text', selector: 'h1' } };
    const loginKib = await firstLoadKib(browser, login);
    const playerKib = await firstLoadKib(browser, player);
    const times = await interleave(rounds, {
      empty: () => usableAfterMs(browser, empty),
      login: () => usableAfterMs(browser, login),
      player: () => usableAfterMs(browser, player),
    });
    const loginRatios = ratios(times.login, times.empty);
    const playerRatios = ratios(times.player, times.empty);
    const middle = (values: number[]) => Math.round(median(values));
    console.log(
      `  usable after ms: empty React page ${middle(times.empty)}, login ${middle(times.login)}, player ${middle(times.player)}; ratios ${spread(loginRatios, 2)} and ${spread(playerRatios, 2)}`,
    );
    return [
      { name: 'login-first-load-kib', value: rounded(loginKib, 1), goal: '<= 300' },
      { name: 'player-first-load-kib', value: rounded(playerKib, 1), goal: '<= 160' },
      { name: 'login-usable-ratio', value: rounded(median(loginRatios), 2), goal: '<= 2.3' },
      { name: 'player-usable-ratio', value: rounded(median(playerRatios), 2), goal: '<= 1.5' },
    ];
  } finally {
    await browser.close();
    await emptyServer.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
