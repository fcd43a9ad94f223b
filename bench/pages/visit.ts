import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';

/** Slow 4G and a phone's processor. */
const latencyMs = 150;
const downBytesPerSecond = 1_600_000 / 8;
const upBytesPerSecond = 750_000 / 8;
const processorSlowdown = 4;
const visitLimitMs = 60_000;
const silenceMs = 2000;

export interface Subject {
  url: string;
  /** a heading that must be visible, or a field that must take what is typed */
  usable: { kind: 'text' | 'field'; selector: string };
}

declare global {
  interface Window {
    usableAtMs?: number;
    /** when the largest thing on the page was drawn, and by how much things jumped: see watchPaint */
    painted?: { largestAtMs: number; shifted: number };
  }
}

/** Runs inside the page from its first moment: what a browser itself says of drawing, as Lighthouse reads it. */
export function watchPaint(): void {
  const painted = { largestAtMs: 0, shifted: 0 };
  window.painted = painted;
  new PerformanceObserver((list) => {
    // each entry is larger than the one before
    for (const { startTime } of list.getEntries()) painted.largestAtMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    // what moves after a tap was meant to
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) painted.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs inside the page from its first moment and notes, frame by frame, when the page is usable. */
function watch({ kind, selector }: Subject['usable']): void {
  const check = () => {
    const element = document.querySelector<HTMLElement>(selector);
    const visible = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (element && visible && element.getBoundingClientRect().width > 0) {
      if (kind === 'text' && element.textContent.trim() !== '') {
        window.usableAtMs = performance.now();
        return;
      }
      if (element instanceof HTMLInputElement && !element.disabled && !element.readOnly) {
        // What was typed in the last frame must have survived the page's own handling of it.
        if (element.value === 'bench') {
          window.usableAtMs = performance.now();
          return;
        }
        element.focus();
        element.select();
        document.execCommand('insertText', false, 'bench');
      }
    }
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** A visitor who was never here: new context, empty cache. */
async function freshVisit<T>(browser: Browser, visit: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } });
  try {
    return await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

export async function slowPhone(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: downBytesPerSecond,
    uploadThroughput: upBytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
}

export function usableAfterMs(browser: Browser, { url, usable }: Subject): Promise<number> {
  return freshVisit(browser, async (page) => {
    await slowPhone(page);
    await page.addInitScript(watch, usable);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.usableAtMs !== undefined, undefined, {
      timeout: visitLimitMs,
      polling: 200,
    });
    return page.evaluate(() => window.usableAtMs!);
  });
}

/** How soon the largest thing is drawn, and how far the page jumped until its last part had come. */
export function paintOf(browser: Browser, { url, usable }: Subject): Promise<Required<Window>['painted']> {
  return freshVisit(browser, async (page) => {
    await slowPhone(page);
    await page.addInitScript(watchPaint);
    const calm = untilSilent(page);
    await page.goto(url);
    await page.waitForSelector(usable.selector, { timeout: visitLimitMs });
    await calm();
    return page.evaluate(() => window.painted!);
  });
}

/** Resolves, when it is called, once the page has asked for nothing for a while. */
function untilSilent(page: Page): () => Promise<void> {
  let lastMs = performance.now();
  const note = () => {
    lastMs = performance.now();
  };
  page.on('request', note);
  page.on('response', note);
  return async () => {
    while (performance.now() - lastMs < silenceMs) await page.waitForTimeout(100);
  };
}

export interface FirstLoad {
  /** of every script the browser fetched until it fell silent, as gzip would send it */
  kib: number;
  /** how many of them carry Mantine */
  mantineScripts: number;
}

/** Its variables and attributes survive minifying; our own code knows only the attribute of the colour scheme. */
const carriesMantine = (script: string) => /--mantine-|data-mantine-(?!color-scheme)/.test(script);

export function firstLoad(browser: Browser, { url, usable }: Subject): Promise<FirstLoad> {
  return freshVisit(browser, async (page) => {
    const scripts = new Map<string, Promise<Buffer>>();
    const calm = untilSilent(page);
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith('.js')) scripts.set(pathname, response.body());
    });
    await page.goto(url);
    await page.waitForSelector(usable.selector, { timeout: visitLimitMs });
    await calm();
    const bodies = await Promise.all(scripts.values());
    return {
      kib: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024,
      mantineScripts: bodies.filter((body) => carriesMantine(body.toString('utf8'))).length,
    };
  });
}
