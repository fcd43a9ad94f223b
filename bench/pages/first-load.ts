import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import { createClient } from '#kit/contract/client.ts';
import { demoId } from '#kit/server/demo.ts';
import { ensureBrowser } from '../../scripts/ensure-browser.ts';
import { logIn } from '../log-in.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from '../measures.ts';
import { startProgram } from '../processes.ts';
import { buildEmptyPage } from './build-empty.ts';
import { measureLayoutShift } from './layout-shift.ts';
import { firstLoad, paintOf, type Subject, usableAfterMs } from './visit.ts';

const rounds = 7;
const machine = 'CW10001';

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A link as staff send it to a customer: the page asks the server what it is worth. */
async function coinLink(baseUrl: string): Promise<string> {
  const token = await logIn(baseUrl);
  const client = createClient({ baseUrl, language: () => 'zh-cn', token: async () => token });
  const link = await client.call(remotecreditContract.createLink, {
    equipmentId: demoId(`device:${machine}`),
    coins: 1,
    validHours: 1,
  });
  return `${baseUrl}/ycsf?token=${link.token}`;
}

const playerPages = ['index', 'ycsf', 'closed'] as const;
type Page = 'empty' | 'login' | (typeof playerPages)[number];

const heading = (path: string): Subject['usable'] => ({
  kind: 'text',
  selector: `[data-screen="${path}"] h1`,
});

async function subjectsOf(baseUrl: string, emptyUrl: string): Promise<Record<Page, Subject>> {
  return {
    empty: { url: emptyUrl, usable: { kind: 'text', selector: 'h1' } },
    login: {
      url: `${baseUrl}/login`,
      usable: { kind: 'field', selector: '[data-screen="/login"] input[name="username"]' },
    },
    index: { url: `${baseUrl}/index?equipmentId=${machine}`, usable: heading('/index') },
    ycsf: { url: await coinLink(baseUrl), usable: heading('/ycsf') },
    closed: { url: `${baseUrl}/errorPage`, usable: heading('/errorPage') },
  };
}

async function measure(browser: Browser, subjects: Record<Page, Subject>): Promise<Measure[]> {
  const login = await firstLoad(browser, subjects.login);
  const measures: Measure[] = [
    { name: 'login-first-load-kib', value: rounded(login.kib, 1), goal: '<= 300' },
  ];
  let mantineScripts = 0;
  for (const page of playerPages) {
    const load = await firstLoad(browser, subjects[page]);
    mantineScripts += load.mantineScripts;
    measures.push({ name: `${page}-first-load-kib`, value: rounded(load.kib, 1), goal: '<= 110' });
  }
  measures.push({ name: 'player-mantine-scripts', value: mantineScripts, goal: '<= 0' });
  const times = await interleave(rounds, {
    empty: () => usableAfterMs(browser, subjects.empty),
    login: () => usableAfterMs(browser, subjects.login),
    index: () => usableAfterMs(browser, subjects.index),
    ycsf: () => usableAfterMs(browser, subjects.ycsf),
    closed: () => usableAfterMs(browser, subjects.closed),
  });
  console.log(`  usable after ms: empty React page ${Math.round(median(times.empty))}`);
  for (const page of ['login', ...playerPages] as const) {
    const ratio = ratios(times[page], times.empty);
    console.log(`  ${page} ${Math.round(median(times[page]))} ms, ratios ${spread(ratio, 2)}`);
    measures.push({
      name: `${page}-usable-ratio`,
      value: rounded(median(ratio), 2),
      goal: page === 'login' ? '<= 2.3' : '<= 1.5',
    });
  }
  return measures;
}

const paintRounds = 5;

/** The page of a scanned machine as the browser itself judges it: the goals are those of Core Web Vitals. */
async function measurePaint(browser: Browser, subject: Subject): Promise<Measure[]> {
  const largestMs: number[] = [];
  const shifts: number[] = [];
  for (let round = 0; round < paintRounds; round++) {
    const { largestAtMs, shifted } = await paintOf(browser, subject);
    if (largestAtMs === 0) throw new Error(`${subject.url} never drew anything large`);
    largestMs.push(largestAtMs);
    shifts.push(shifted);
  }
  console.log(
    `  index draws its largest part after ${spread(largestMs, 0)} ms and jumps by ${spread(shifts, 3)}`,
  );
  return [
    { name: 'index-lcp-seconds', value: rounded(median(largestMs) / 1000, 2), goal: '<= 2.5' },
    { name: 'index-cls', value: rounded(Math.max(...shifts), 3), goal: '<= 0.1' },
  ];
}

export async function measureFirstLoad(baseUrl: string): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-empty-page-'));
  const executablePath = await ensureBrowser();
  await buildEmptyPage(folder);
  const emptyServer = await startProgram(join(import.meta.dirname, 'empty-server.ts'), [folder]);
  try {
    const browser = await chromium.launch({ executablePath, args: browserArguments });
    try {
      const subjects = await subjectsOf(baseUrl, emptyServer.url);
      return [
        ...(await measure(browser, subjects)),
        ...(await measurePaint(browser, subjects.index)),
        ...(await measureLayoutShift(browser, baseUrl)),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await emptyServer.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
