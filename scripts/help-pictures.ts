/** Takes the pictures of the manual from a server with demo data: each screen in both languages, as it is on a phone. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { sourceRoot } from '#app/server/source-root.ts';
import { chapterPictures, picturePath } from '#features/base/content/articles/pictures.ts';
import { type Language, languages } from '#kit/kernel/language.ts';
import { demoId, demoPassword } from '#kit/server/demo.ts';
import { startBrowserServer } from './browser-server.ts';

/** A change of the shape belongs into kit/ui/markdown.module.css too, which keeps their room. */
const shape = { width: 390, height: 640 };
const sharpness = 1.5;
const maxBytes = 60 * 1024;
const folder = join(sourceRoot, 'app/web/public');
/** Beside the papers: what lies in `folder` is sent to browsers. */
const takenFile = join(sourceRoot, 'docs/pictures/manual-taken.json');

const { environment, stop } = await startBrowserServer();
try {
  const browser = await chromium.launch({
    executablePath: environment.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await takeAll(browser, environment.E2E_BASE_URL!);
  } finally {
    await browser.close();
  }
} finally {
  await stop();
}

async function takeAll(browser: Browser, baseUrl: string): Promise<void> {
  rmSync(join(folder, dirname(picturePath('', ''))), { recursive: true, force: true });
  let bytes = 0;
  for (const language of languages) {
    const page = await openPage(browser, baseUrl, language);
    for (const [slug, { address, shows }] of Object.entries(chapterPictures)) {
      const picture = await take(page, addressOf(address), shows);
      const file = join(folder, picturePath(slug, language));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, picture);
      bytes += picture.length;
    }
    await page.context().close();
  }
  const at = new Date().toISOString().slice(0, 10);
  writeFileSync(takenFile, `${JSON.stringify({ at }, null, 2)}\n`);
  const count = readdirSync(join(folder, 'manual')).length;
  console.log(`${count} pictures, ${Math.round(bytes / 1024)} KiB`);
}

async function openPage(browser: Browser, baseUrl: string, language: Language): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: shape,
    deviceScaleFactor: sharpness,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: language === 'zh-cn' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
  });
  await context.addCookies([{ name: 'coinyard_lang', value: language, url: baseUrl }]);
  const page = await context.newPage();
  await page.goto('/login');
  await page.locator('input[name=username]').fill('merchant');
  await page.locator('input[type=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  return page;
}

/** `?machine=CW10001` names a machine of the demo by its code, pages want its id. */
function addressOf(address: string): string {
  return address.replace(/machine=(\w+)/, (_, code: string) => `equipmentId=${demoId(`device:${code}`)}`);
}

async function take(page: Page, address: string, shows: RegExp | undefined): Promise<Buffer> {
  await page.goto(address);
  if (shows) await page.getByText(shows).first().waitFor();
  // The live connection stays open and does not count.
  await page.waitForLoadState('networkidle');
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // the manual is read where there is no demo, too, and news of the moment are not what a page looks like
  await page.locator('[data-demo-only], .toasts').evaluateAll((parts) => {
    for (const part of parts) (part as HTMLElement).style.display = 'none';
  });
  const shot = sharp(await page.screenshot());
  for (const quality of [80, 70, 60, 50]) {
    const picture = await shot.clone().webp({ quality, effort: 6 }).toBuffer();
    if (picture.length <= maxBytes) return picture;
  }
  throw new Error(`the picture of ${address} has more than ${maxBytes} bytes`);
}
