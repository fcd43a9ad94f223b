/** Every declared screen opens for whom it is for, on a phone and on a desk, in both languages. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { discoverFeatures } from '#app/server/discover-features.ts';
import { accountsContract } from '#features/accounts/contract.ts';
import { contentContract } from '#features/content/contract.ts';
import { ordersContract } from '#features/orders/contract.ts';
import { simcardsContract } from '#features/simcards/contract.ts';
import { type Feature, screenRealms } from '#kit/contract/feature.ts';
import type { Screen } from '#kit/contract/screen.ts';
import { languages } from '#kit/kernel/language.ts';
import { demoId } from '#kit/server/demo.ts';
import { type Api, createApi } from './support/api.ts';
import {
  launchBrowser,
  openContext,
  say,
  settled,
  shot,
  type Width,
  watchProblems,
} from './support/browser.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';

type Visitor = 'nobody' | 'merchant' | 'admin' | 'agent';

/** Which machine of the demo the screens about one machine are opened with. */
const deviceScreens: Record<string, string[]> = {
  CW10001: [
    '/machineSetting',
    '/dollMachineSetting',
    '/dollMachineSetting2',
    '/dollMachineSetting3',
    '/dollMachineSettingSingle',
    '/consumeSetting',
    '/signalSelection',
    '/clearData',
    '/screenRotation',
    '/screenType',
    '/equipRecord',
    '/equipmentDescription',
    '/edit_equip',
    '/giftset',
    '/remote_credit',
  ],
  CX10001: ['/currencyMachineSetting', '/jumSetBankNoTes', '/paperSwitch'],
  VM10001: ['/channelConfiguration', '/setGoods', '/vend_test'],
  LK10001: ['/setParamLipstick', '/setParamLipstickcs'],
  LT10001: ['/lotterySetting'],
};

/** Screens that show one thing need to be told which. */
const queries: Record<string, (api: Api) => Promise<Record<string, string>>> = {
  '/employee-register': async (api) => {
    const merchant = await api.as('merchant');
    const [role] = await merchant.call(accountsContract.listRoles, {});
    return { token: (await merchant.call(accountsContract.createInvitation, { roleId: role!.id })).token };
  },
  '/seezzh': async () => ({ id: demoId('user:clerk') }),
  '/managejmsmd': async () => ({ id: demoId('user:franchisee') }),
  '/editaddress': async () => ({ id: demoId('site:merchant:1') }),
  '/edittfaddress': async () => ({ id: demoId('site:merchant:1') }),
  '/errorPage': async () => ({ fieldId: demoId('site:merchant:5') }),
  '/introduce': (api) => firstArticle(api, 'introduction'),
  '/tutorial': (api) => firstArticle(api, 'tutorial'),
  '/card': async (api) => {
    const merchant = await api.as('merchant');
    return { id: (await merchant.call(simcardsContract.listCards, {})).records[0]!.id };
  },
  '/shop': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/registered': async () => ({ equipmentId: 'CW10001' }),
  '/singleModify/:id': async () => ({ id: demoId('device:CW10001') }),
  ...Object.fromEntries(
    Object.entries(deviceScreens).flatMap(([code, paths]) =>
      paths.map((path) => [path, async () => ({ equipmentId: demoId(`device:${code}`) })]),
    ),
  ),
  '/order_detail': (api) => newestOrder(api),
  '/paySuccess': (api) => newestOrder(api),
  '/currencyAccount': async () => ({ equipmentId: demoId('device:CX10001') }),
  '/content_edit': async (api) => {
    const admin = await api.as('admin');
    return { id: (await admin.call(contentContract.pageArticles, {})).records[0]!.id };
  },
};

async function newestOrder(api: Api) {
  const { records } = await (await api.as('merchant')).call(ordersContract.listOrders, {
    state: 'fulfilled',
  });
  return { orderNumber: records[0]!.orderNumber };
}

async function firstArticle(api: Api, kind: 'introduction' | 'tutorial') {
  const found = await (await api.as('merchant')).call(contentContract.listArticles, { kind });
  return { id: found.records[0]!.slug };
}

/** Only an installation without an administrator shows it. */
const setupPath = '/setup';

function visitorsOf(feature: Feature, screen: Screen): Visitor[] {
  if (screen.audience !== 'staff') return ['nobody'];
  const realms = screenRealms(feature, screen) ?? ['merchant'];
  if (realms.includes('merchant')) return ['merchant'];
  return realms.map((realm) => (realm === 'platform' ? 'admin' : 'agent'));
}

const features = await discoverFeatures();
const visits = features.flatMap((feature) =>
  feature.screens.flatMap((screen) =>
    visitorsOf(feature, screen).map((visitor) => ({
      path: screen.path,
      visitor,
      title: `${feature.name}:screen.${screen.title}`,
    })),
  ),
);

let browser: Browser;
let api: Api;
let emptyServer: ServerProcess;
const found = new Map<string, Promise<Record<string, string>>>();

beforeAll(async () => {
  browser = await launchBrowser();
  api = createApi(inject('baseUrl'));
  emptyServer = await startServer({ DEMO: '0' });
});
afterAll(async () => {
  await browser?.close();
  await emptyServer?.stop();
});

async function addressOf(path: string): Promise<string> {
  if (path === setupPath) return emptyServer.url + path;
  const query = found.get(path) ?? queries[path]?.(api) ?? Promise.resolve({});
  found.set(path, query);
  const parameters = new URLSearchParams(await query);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parameters.get(name) ?? '';
    parameters.delete(name);
    return value;
  });
  const text = parameters.toString();
  return `${inject('baseUrl')}${filled}${text && `?${text}`}`;
}

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as never })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
}

const overflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it('finds the declarations it tests', () => {
  expect(visits.length).toBeGreaterThan(40);
});

for (const width of ['phone', 'desk'] satisfies Width[]) {
  for (const language of languages) {
    describe(`on a ${width} in ${language}`, () => {
      const contexts = new Map<Visitor, Promise<BrowserContext>>();
      afterAll(async () => {
        for (const context of contexts.values()) await (await context).close();
      });
      const contextOf = (visitor: Visitor) => {
        const open = async () =>
          openContext(browser, {
            width,
            language,
            login: visitor === 'nobody' ? undefined : await api.login(visitor),
          });
        const context = contexts.get(visitor) ?? open();
        contexts.set(visitor, context);
        return context;
      };

      it.concurrent.each(visits)('$path opens for $visitor', async ({ path, visitor, title }) => {
        const page = await (await contextOf(visitor)).newPage();
        try {
          const problems = watchProblems(page);
          await page.goto(await addressOf(path), { waitUntil: 'domcontentloaded' });
          await page.locator(`[data-screen="${path}"]`).waitFor({ timeout: 60_000 });
          await settled(page);
          await shot(page, `screen-${width}-${language}-${path.slice(1)}-${visitor}`);
          expect(await page.title()).toBe(say(title, {}, language));
          expect(await page.locator('[data-system-page]').count()).toBe(0);
          expect(await seriousFindings(page)).toEqual([]);
          if (width === 'phone') expect(await overflowPx(page)).toBe(0);
          expect(problems).toEqual([]);
        } finally {
          await page.close();
        }
      });
    });
  }
}
