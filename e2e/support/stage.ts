import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, inject } from 'vitest';
import type { Client } from '#kit/contract/client.ts';
import type { TokenAnswer } from '#kit/ui/session-keeper.ts';
import { type Api, createApi } from './api.ts';
import { type ContextOptions, launchBrowser, openContext } from './browser.ts';

/** `login` may name a demo account. */
export type PersonOptions = Omit<ContextOptions, 'login'> & { login?: TokenAnswer | string };

export interface Stage {
  api: Api;
  /** calls of the demo merchant beside the browser */
  merchant: Client;
  /** one person's browser */
  newContext(options?: PersonOptions): Promise<BrowserContext>;
  /** the first page in a browser of its own */
  openPage(options?: PersonOptions): Promise<Page>;
  /** for files whose tests have nothing in common: `afterEach(closeAll)` */
  closeAll(): Promise<void>;
}

/** What a file of browser tests stands on: a browser that closes with the file, and calls beside it. */
export function setStage(): Stage {
  const api = createApi(inject('baseUrl'));
  let browser: Promise<Browser> | undefined;
  const contexts: BrowserContext[] = [];
  afterAll(async () => (await browser)?.close());
  // what stood on the screen says more than the line that waited for something else
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const page of contexts.flatMap((context) => context.pages())) console.log(await shownOn(page));
  });
  const newContext: Stage['newContext'] = async ({ login, ...options } = {}) => {
    browser ??= launchBrowser();
    const answer = typeof login === 'string' ? await api.login(login) : login;
    const context = await openContext(await browser, { ...options, login: answer });
    contexts.push(context);
    return context;
  };
  return {
    api,
    merchant: api.of('merchant'),
    newContext,
    openPage: async (options) => (await newContext(options)).newPage(),
    async closeAll() {
      for (const context of contexts.splice(0)) await context.close();
    },
  };
}

const mostShown = 1500;

/** In words, with what its frames show. */
async function shownOn(page: Page): Promise<string> {
  const frames = page.frames().map(async (frame) => {
    const words = await frame.locator('body').innerText({ timeout: 2000 });
    return `${frame.url()}\n${words.replace(/\s+/g, ' ').slice(0, mostShown)}`;
  });
  return (await Promise.all(frames.map((frame) => frame.catch(String)))).join('\n');
}
