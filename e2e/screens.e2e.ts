/**
 * Every declared screen opens for whom it is for, on a phone and on a desk, in both languages, can be used, and the file of
 * its list holds what it shows, cell by cell.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Planting, plantTexts } from '#app/server/test/hostile-texts.ts';
import { plantedElement } from '#app/server/test/planting/texts.ts';
import { playerStorageKey } from '#kit/player/player-keeper.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { say, settled, shot, watchProblems } from './support/browser.ts';
import { clippedTexts } from './support/clipped.ts';
import { fileDifferences, takeFilesAsDownloads } from './support/exports.ts';
import { browserGround } from './support/ground.ts';
import { ChangingPage, type Look, waysThroughLooks } from './support/looks.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { setStage } from './support/stage.ts';
import { openFilter, openFirstRow, openForm } from './support/using.ts';
import { createAddresses, discoverVisits, type Visitor } from './support/visits.ts';

const visits = await discoverVisits();

const { api, newContext } = setStage();
let emptyServer: ServerProcess;
let addressOf: (path: string) => Promise<string>;
let planting: Planting;

beforeAll(async () => {
  emptyServer = await startServer({ DEMO: '0' });
  addressOf = createAddresses(api, emptyServer.url);
  // what people write is shown as they wrote it: texts that would be markup or script stand wherever a page shows one
  planting = await plantTexts(browserGround(api), ['x']);
  // a server and hundreds of calls, on a machine that may be busy
}, patient(600_000));
afterAll(async () => {
  await emptyServer?.stop();
});

/** The browsers of all visitors on one chair; who sits there changes language and width without disturbing others. */
type Chair = Map<Visitor, Promise<BrowserContext>>;
const freeChairs: Chair[] = [];

function contextOf(chair: Chair, visitor: Visitor): Promise<BrowserContext> {
  const context = chair.get(visitor) ?? newContext({ login: visitor === 'nobody' ? undefined : visitor });
  chair.set(visitor, context);
  return context;
}

const overflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How many screens had one: a mark that no page carries any more would open nothing and pass. */
const opened = { filters: 0, rows: 0, forms: 0, files: 0, hostile: 0 };

it('finds the declarations it tests', () => {
  expect(visits.length).toBeGreaterThan(40);
});

describe.concurrent.each(visits.map((visit, index) => ({ ...visit, index })))(
  '$path opens for $visitor',
  ({ path, visitor, title, index }) => {
    const looks = waysThroughLooks[index % waysThroughLooks.length]!;
    let chair: Chair;
    let page: Page;
    let problems: string[];
    let changing: ChangingPage;

    beforeAll(() => {
      chair = freeChairs.pop() ?? new Map();
    });
    afterAll(async () => {
      // a page of the demo may have logged a player in: the next nobody is nobody again
      if (visitor === 'nobody') await page?.evaluate(() => localStorage.clear());
      await page?.close();
      freeChairs.push(chair);
    });

    const arrive = async (look: Look) => {
      page = await (await contextOf(chair, visitor)).newPage();
      problems = watchProblems(page);
      await takeFilesAsDownloads(page);
      changing = await ChangingPage.load(page, await addressOf(path), look);
      await page.locator(`[data-screen="${path}"]`).waitFor({ timeout: patient(60_000) });
      await settled(page);
    };

    for (const [step, look] of looks.entries())
      it(`on a ${look.width} in ${look.language}`, { concurrent: false }, async () => {
        if (step === 0) await arrive(look);
        else await changing.take(look);
        await shot(page, `screen-${look.width}-${look.language}-${path.slice(1)}-${visitor}`);
        expect(await page.locator(`[data-screen="${path}"]`).count()).toBe(1);
        expect(await page.title()).toBe(say(title, {}, look.language));
        expect(await page.locator('[data-system-page]').count()).toBe(0);
        expect(await page.locator(plantedElement).count()).toBe(0);
        if ((await page.content()).includes('data-planted')) opened.hostile += 1;
        // the second and fourth look have a width and a language that were examined
        if (step % 2 === 0) expect(await seriousFindings(page)).toEqual([]);
        if (look.width === 'phone') expect(await overflowPx(page)).toBe(0);
        expect(await clippedTexts(page)).toEqual([]);
        expect(problems).toEqual([]);
      });

    it('and can be used: its filter, first row and form open, its file holds what it shows', {
      concurrent: false,
    }, async () => {
      const { language } = looks.at(-1)!;
      if (await openFilter(page, language)) opened.filters += 1;
      await changing.take({ width: 'desk', language });
      const differences = await fileDifferences(page, language);
      if (differences) opened.files += 1;
      expect(differences ?? []).toEqual([]);
      if (await openFirstRow(page, path, language)) opened.rows += 1;
      if (await openForm(page, path, language)) opened.forms += 1;
      expect(await page.locator(plantedElement).count()).toBe(0);
      expect(problems).toEqual([]);
    });
  },
);

/** The demo's lists lead to things of the demo: these are the pages about what was planted, and a player's own. */
describe('pages about what was planted show it as it was written', () => {
  const contextFor = async (visitor: Planting['pages'][number]['visitor']): Promise<BrowserContext> => {
    if (visitor !== 'player') return newContext({ login: visitor });
    const context = await newContext({ width: 'phone' });
    const { access_token: token, player } = planting.people.login;
    const endsAtMs = Date.now() + 24 * 3600 * 1000;
    const session = JSON.stringify({ token, player, expiresAtMs: endsAtMs, renewAtMs: endsAtMs });
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      playerStorageKey,
      session,
    ] as const);
    return context;
  };

  it.each(['merchant', 'admin', 'player'] as const)('to the %s', async (visitor) => {
    const context = await contextFor(visitor);
    const page = await context.newPage();
    const problems = watchProblems(page);
    const pages = planting.pages.filter((one) => one.visitor === visitor);
    const broken: string[] = [];
    const without: string[] = [];
    for (const { address } of pages) {
      await page.goto(address);
      await page
        .locator('[data-screen]')
        .first()
        .waitFor({ timeout: patient(60_000) });
      await settled(page);
      if ((await page.locator(plantedElement).count()) > 0) broken.push(address);
      if (!/x[0-9a-f]{4}(&lt;|"|&quot;|<)/.test(await page.content())) without.push(address);
    }
    await context.close();
    expect(broken).toEqual([]);
    expect(problems.filter((problem) => /planted|dialog|policy|page error/.test(problem))).toEqual([]);
    // some show it only after a press; a page that was refused would show none
    expect(without.length, without.join('\n')).toBeLessThan(pages.length / 2);
  });
});

it('found filters, rows, forms and files to open, and hostile texts to show', () => {
  for (const count of Object.values(opened)) expect(count).toBeGreaterThan(5);
  expect(opened.files).toBeGreaterThan(25);
});
