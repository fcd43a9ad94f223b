import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { inject } from 'vitest';
import { sourceRoot } from '#app/server/source-root.ts';
import type { Language } from '#kit/kernel/language.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { loadTexts } from '#kit/server/texts.ts';
import { type Session, type TokenAnswer, userOf } from '#kit/ui/session-keeper.ts';

export const widths = { phone: 390, desk: 1440 } as const;
export type Width = keyof typeof widths;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: inject('browserPath'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** What kit/ui/session-keeper writes after a login, so that a test need not type one each time. */
function storedSession(answer: TokenAnswer): Session {
  const now = Date.now();
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAtMs: now + answer.expires_in * 1000,
    endsAtMs: now + 30 * 24 * 3600 * 1000,
    user: userOf(answer),
  };
}

export interface ContextOptions {
  baseUrl?: string;
  width?: Width;
  language?: Language;
  login?: TokenAnswer;
  /** of a platform's own browser */
  userAgent?: string;
  dark?: boolean;
}

/** One person's browser: its own storage, language and size of screen. */
export async function openContext(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  const { baseUrl = inject('baseUrl'), width = 'desk', language = 'en-us', login, userAgent } = options;
  const colorScheme = options.dark ? 'dark' : 'light';
  const phone = width === 'phone';
  const session = login && { name: 'coinyard.session', value: JSON.stringify(storedSession(login)) };
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: widths[width], height: phone ? 844 : 900 },
    isMobile: phone,
    hasTouch: phone,
    locale: language === 'zh-cn' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    colorScheme,
    acceptDownloads: true,
    ...(userAgent && { userAgent }),
    storageState: { cookies: [], origins: session ? [{ origin: baseUrl, localStorage: [session] }] : [] },
  });
  await context.addCookies([{ name: 'coinyard_lang', value: language, url: baseUrl }]);
  context.setDefaultTimeout(patient(30_000));
  context.on('page', countRequests);
  return context;
}

interface Traffic {
  open: Set<Request>;
  changedAtMs: number;
}
const traffic = new WeakMap<Page, Traffic>();

function countRequests(page: Page): void {
  const count: Traffic = { open: new Set(), changedAtMs: Date.now() };
  traffic.set(page, count);
  const change = (step: (request: Request) => void) => (request: Request) => {
    step(request);
    count.changedAtMs = Date.now();
  };
  const end = change((request) => count.open.delete(request));
  page.on(
    'request',
    change((request) => count.open.add(request)),
  );
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** The page stands somewhere else now: whether what it waited for there ends is told to nobody. */
export const forgetRequests = (page: Page) => traffic.get(page)?.open.clear();

const quietMs = 200;
const quietLimitMs = patient(20_000);

/** Resolves when the page has waited for nothing from the server for a moment. */
export async function settled(page: Page): Promise<void> {
  const count = traffic.get(page)!;
  const limitMs = Date.now() + quietLimitMs;
  const leftMs = () => (count.open.size > 0 ? quietMs / 4 : quietMs - (Date.now() - count.changedAtMs));
  for (let ms = leftMs(); ms > 0 && Date.now() < limitMs; ms = leftMs()) await setTimeout(ms);
}

const texts = loadTexts(sourceRoot);

/** The words a page shows; a key that does not exist would match nothing for the wrong reason. */
export function say(key: string, params: Record<string, string | number> = {}, language: Language = 'en-us') {
  if (!texts.has(language, key) && !texts.has(language, `${key}_other`))
    throw new Error(`no text ${key} in ${language}`);
  return texts.say(language, key, params);
}

/** Everything that must not happen while a page is used. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  // what our own policy refused is swallowed by the code that tried it: the browser tells the page alone
  void page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, blockedURI }) =>
      console.error(`policy: ${effectiveDirective} ${blockedURI} ${sourceFile}`),
    ),
  );
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  // nothing of ours opens one: a script somebody planted would
  page.on('dialog', (dialog) => {
    // but the browser's own question before a form that is not saved
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // a page that is left drops what it was waiting for
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      problems.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  return problems;
}

/** `E2E_SHOTS=1` keeps pictures of the steps under data/e2e, to be looked at. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.E2E_SHOTS) return;
  const folder = join(sourceRoot, 'data/e2e');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: false });
}
