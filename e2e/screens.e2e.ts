/**
 * Every declared screen opens for whom it is for, on a phone and on a desk, in both languages, can be used, and the file of
 * its list holds what it shows, cell by cell.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Planting, plantTexts } from '#app/server/test/hostile-texts.ts';
import { plantedElement } from '#app/server/test/planting/texts.ts';
import { playerStorageKey } from '#kit/player/player-keeper.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { forgetRequests, say, settled, shot, watchProblems } from './support/browser.ts';
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

interface Seat {
  page: Page;
  problems: string[];
  changing: ChangingPage;
}
/**
 * The windows of all visitors on one chair; who sits there changes language and width without disturbing others. A window
 * is used for one screen after the other: a new one would compile everything again.
 */
type Chair = Map<Visitor, Promise<Seat>>;
const freeChairs: Chair[] = [];

async function newSeat(visitor: Visitor): Promise<Seat> {
  const context = await newContext({ login: visitor === 'nobody' ? undefined : visitor });
  const page = await context.newPage();
  const problems = watchProblems(page);
  await takeFilesAsDownloads(page);
  return { page, problems, changing: await ChangingPage.of(page) };
}

function seatOf(chair: Chair, visitor: Visitor): Promise<Seat> {
  const seat = chair.get(visitor) ?? newSeat(visitor);
  chair.set(visitor, seat);
  return seat;
}

/** Stands still until the next screen, in the same process of the browser, and remembers nothing of this one. */
async function leave(page: Page, visitor: Visitor): Promise<void> {
  await page.goto(new URL('/livez', page.url()).href);
  forgetRequests(page);
  await page.evaluate(() => sessionStorage.clear());
  // a page of the demo may have logged a player in: the next nobody is nobody again
  if (visitor === 'nobody') await page.evaluate(() => localStorage.clear());
}

/** What is asked of every look, in one question: each costs a way to the browser and back. */
const factsOf = (page: Page, path: string) =>
  page.evaluate(
    ([path, planted]) => ({
      screens: document.querySelectorAll(`[data-screen="${path}"]`).length,
      title: document.title,
      systemPages: document.querySelectorAll('[data-system-page]').length,
      plantedElements: document.querySelectorAll(planted).length,
      showsPlanted: document.documentElement.outerHTML.includes('data-planted'),
      overflowPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }),
    [path, plantedElement] as const,
  );

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
    let hasFailed = false;

    beforeAll(() => {
      chair = freeChairs.pop() ?? new Map();
    });
    afterEach(({ task }) => {
      hasFailed ||= task.result?.state === 'fail';
    });
    afterAll(async () => {
      if (hasFailed) {
        // who knows what stands there
        await page?.context().close();
        chair.delete(visitor);
      } else await leave(page, visitor);
      freeChairs.push(chair);
    });

    const arrive = async (look: Look) => {
      ({ page, problems, changing } = await seatOf(chair, visitor));
      problems.length = 0;
      await changing.load(await addressOf(path), look);
      await page.locator(`[data-screen="${path}"]`).waitFor({ timeout: patient(60_000) });
      await settled(page);
    };

    for (const [step, look] of looks.entries())
      it(`on a ${look.width} in ${look.language}`, { concurrent: false }, async () => {
        if (step === 0) await arrive(look);
        else await changing.take(look);
        await shot(page, `screen-${look.width}-${look.language}-${path.slice(1)}-${visitor}`);
        const facts = await factsOf(page, path);
        expect(facts.screens).toBe(1);
        expect(facts.title).toBe(say(title, {}, look.language));
        expect(facts.systemPages).toBe(0);
        expect(facts.plantedElements).toBe(0);
        if (facts.showsPlanted) opened.hostile += 1;
        // the second and fourth look have a width and a language that were examined
        if (step % 2 === 0) expect(await seriousFindings(page)).toEqual([]);
        if (look.width === 'phone') expect(facts.overflowPx).toBe(0);
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
