import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { MenuArea } from '#kit/contract/screen.ts';
import type { Language } from '#kit/kernel/language.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say } from './browser.ts';

/** The input of a form field, by the name its form knows it under. */
export const field = (page: Page, name: string): Locator =>
  page
    .locator(
      `input[data-field="${name}"], textarea[data-field="${name}"], [data-field="${name}"] input, button[data-field="${name}"]`,
    )
    .first();

export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

export const screen = (page: Page, path: string): Locator => page.locator(`[data-screen="${path}"]`);

/** Patient, because test machines are slow; the first page of a context loads everything. */
export const arrivesAt = (page: Page, path: string): Promise<void> =>
  screen(page, path).waitFor({ timeout: patient(30_000) });

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await arrivesAt(page, path.split('?')[0]!);
}

export const button = (page: Page, key: string, language: Language = 'en-us'): Locator =>
  page.getByRole('button', { name: say(key, {}, language), exact: true }).first();

/** The link of an entry in the desk's menu; its area is opened first where it is shut. */
export async function menuEntry(page: Page, area: MenuArea, path: string): Promise<Locator> {
  const link = page.locator(`aside nav a[href="${path}"]`);
  const title = page.locator('aside nav').getByRole('button', { name: say(`kit:menu.${area}`), exact: true });
  await sees(title);
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
  await sees(link);
  return link;
}

/** Picks from a drop-down of ours by the words of the choice. */
export async function choose(page: Page, name: string, words: string): Promise<void> {
  await field(page, name).click();
  await page.getByRole('option', { name: words, exact: true }).click();
}

/** Survives as long as nothing reloads the page. */
export const markPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { unreloaded?: boolean }).unreloaded = true;
  });
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as { unreloaded?: boolean }).unreloaded === true);

export const patiently = { timeout: patient(30_000), interval: 250 };

export async function sees(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'visible', timeout: patiently.timeout });
}
export async function doesNotSee(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'hidden', timeout: patiently.timeout });
}
export async function expectPath(page: Page, pattern: RegExp): Promise<void> {
  await expect
    .poll(() => {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    }, patiently)
    .toMatch(pattern);
}

export async function logInByForm(
  page: Page,
  account: string,
  password: string,
  language: Language = 'en-us',
): Promise<void> {
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(password);
  await button(page, 'accounts:page.login.submit', language).click();
}
