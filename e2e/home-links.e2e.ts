/** Whatever home shows somebody leads to pages that they may open. */
import { expect, it } from 'vitest';
import type { TokenAnswer } from '#kit/ui/session-keeper.ts';
import { settled } from './support/browser.ts';
import { arrivesAt, open } from './support/page.ts';
import { hireStaff, password } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { api, openPage } = setStage();

const demo = (account: string) => async () => account;
/** A right alone, without those that usual jobs have beside it. */
const hired =
  (...rights: string[]) =>
  async (): Promise<TokenAnswer> =>
    api.login((await hireStaff(api, rights)).account, password);

const people: [who: string, logIn: () => Promise<string | TokenAnswer>, leadsTo: string][] = [
  ['a clerk', demo('clerk'), '/machineSetting'],
  ['a franchisee', demo('franchisee'), '/machineSetting'],
  ['an agent', demo('agent'), '/systemMessage'],
  ['somebody who sees machines and alerts alone', hired('devices.view', 'alerts.view'), '/equipRecord'],
];

it.each(people)('%s is turned away nowhere', async (_who, logIn, leadsTo) => {
  const page = await openPage({ login: await logIn() });
  await open(page, '/home');
  await settled(page);
  // what needs somebody comes last
  await page.locator(`#content a[href^="${leadsTo}"]`).first().waitFor();
  const links = await page
    .locator('#content a[href^="/"]')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  // one of each page: the others differ in what they show, not in who may see it
  const pages = new Map(links.map((link) => [link.split('?')[0] as string, link]));
  for (const [path, link] of pages) {
    await page.goto(link, { waitUntil: 'domcontentloaded' });
    await page.locator('[data-screen], [data-system-page]').first().waitFor();
    expect([path, await page.locator('[data-system-page]').count()]).toEqual([path, 0]);
    await arrivesAt(page, path);
  }
  await page.context().close();
});
