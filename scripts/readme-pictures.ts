/**
 * Takes the pictures of README.md from a server with demo data: the four sides of the product on one sheet, in both
 * languages. `docs/pictures/taken.json` says when and of which screens.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { sourceRoot } from '#app/server/source-root.ts';
import { type Language, languages } from '#kit/kernel/language.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { startBrowserServer } from './browser-server.ts';

const folder = join(sourceRoot, 'docs/pictures');
const machine = 'CW10001';
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };
const gap = 40;
const paper = '#eef0f3';
const quality = 82;
const settleMs = 4000;

interface Side {
  name: string;
  address: string;
  shape: { width: number; height: number };
  logsIn?: boolean;
}

const sides: readonly Side[] = [
  { name: 'desk', address: '/home', shape: desk, logsIn: true },
  { name: 'phone', address: '/home', shape: phone, logsIn: true },
  { name: 'player', address: `/demo_player?n=1&to=${encodeURIComponent('/program')}`, shape: phone },
  { name: 'machine', address: `/demo_machine?machine=${machine}`, shape: desk },
];

const { environment, stop } = await startBrowserServer();
try {
  const browser = await chromium.launch({
    executablePath: environment.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    mkdirSync(folder, { recursive: true });
    for (const language of languages) await takeSheet(browser, environment.E2E_BASE_URL!, language);
    const taken = { at: new Date().toISOString().slice(0, 10), screens: sides.map(({ address }) => address) };
    writeFileSync(join(folder, 'taken.json'), `${JSON.stringify(taken, null, 2)}\n`);
  } finally {
    await browser.close();
  }
} finally {
  await stop();
}

async function takeSheet(browser: Browser, baseUrl: string, language: Language): Promise<void> {
  const shots: Buffer[] = [];
  for (const side of sides) shots.push(await take(browser, baseUrl, language, side));
  const [atDesk, onPhone, ofPlayer, ofMachine] = shots as [Buffer, Buffer, Buffer, Buffer];
  const width = gap * 3 + desk.width + phone.width;
  const height = gap * 3 + desk.height + phone.height;
  const right = gap * 2 + desk.width;
  const below = gap * 2 + desk.height;
  const sheet = await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      { input: atDesk, left: gap, top: gap },
      { input: onPhone, left: right, top: gap },
      { input: ofPlayer, left: gap, top: below },
      { input: ofMachine, left: gap * 2 + phone.width, top: below },
    ])
    .webp({ quality, effort: 6 })
    .toBuffer();
  writeFileSync(join(folder, `four-sides.${language}.webp`), sheet);
  console.log(`four-sides.${language}.webp: ${Math.round(sheet.length / 1024)} KiB`);
}

async function take(browser: Browser, baseUrl: string, language: Language, side: Side): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: side.shape,
    isMobile: side.shape === phone,
    hasTouch: side.shape === phone,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: language === 'zh-cn' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
  });
  await context.addCookies([{ name: 'coinyard_lang', value: language, url: baseUrl }]);
  const page = await open(context, side);
  await page.locator('[data-screen]').first().waitFor();
  // a page that asks again and again is never idle: it has a moment to fill
  await page.waitForTimeout(settleMs);
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  const shot = await page.screenshot();
  await context.close();
  return shot;
}

async function open(context: BrowserContext, { address, logsIn }: Side): Promise<Page> {
  const page = await context.newPage();
  if (logsIn) {
    await page.goto('/login');
    await page.locator('input[name=username]').fill('merchant');
    await page.locator('input[type=password]').fill(demoPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname !== '/login');
  }
  await page.goto(address);
  return page;
}
