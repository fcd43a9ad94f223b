import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { plantedElement } from '#app/server/test/planting/texts.ts';
import type { Language } from '#kit/kernel/language.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say, settled } from './browser.ts';
import { doesNotSee, patiently, sees } from './page.ts';

const content = (page: Page) => page.locator('#content');
const dialog = (page: Page) => page.getByRole('dialog').last();

/** What opened shows something, and nothing failed to load in it. */
async function showsSomething(page: Page, place: Locator, language: Language): Promise<void> {
  // a page that has just come shows grey bars without a word
  await vi.waitUntil(async () => (await place.innerText()).trim() !== '', patiently);
  await settled(page);
  expect(await place.getByText(say('kit:ui.loadFailed', {}, language)).count()).toBe(0);
  expect(await page.locator('[data-system-page]').count()).toBe(0);
  expect(await page.locator(plantedElement).count()).toBe(0);
}

/** Phone: the sheet of filters of a list. Says whether there was one. */
export async function openFilter(page: Page, language: Language): Promise<boolean> {
  const button = content(page).getByRole('button', {
    name: say('kit:page.filters', {}, language),
    exact: true,
  });
  if ((await button.count()) === 0) return false;
  await button.first().click();
  await sees(dialog(page).locator('input, button, [role=radio]'));
  await showsSomething(page, dialog(page), language);
  await page.keyboard.press('Escape');
  await doesNotSee(page.getByRole('dialog'));
  return true;
}

/** Presses something that leads to another address or opens a dialog, looks at what came, and goes back. */
async function pressAndReturn(page: Page, pressed: Locator, path: string, language: Language): Promise<void> {
  const before = page.url();
  await pressed.click();
  const outcome = async () =>
    page.url() !== before ? 'address' : (await page.getByRole('dialog').count()) > 0 ? 'dialog' : 'nothing';
  await vi.waitUntil(async () => (await outcome()) !== 'nothing', patiently);
  if ((await outcome()) === 'dialog') {
    await showsSomething(page, dialog(page), language);
    await page.keyboard.press('Escape');
    await doesNotSee(page.getByRole('dialog'));
    return;
  }
  // a page that is kept stays in the document, out of sight
  await sees(page.locator('[data-screen]').filter({ visible: true }));
  await showsSomething(page, content(page), language);
  await page.goBack();
  await page.locator(`[data-screen="${path}"]`).waitFor({ timeout: patient(60_000) });
  await settled(page);
}

/** Desk: the first row of a table whose rows can be opened. */
export async function openFirstRow(page: Page, path: string, language: Language): Promise<boolean> {
  const rows = content(page).locator('tr[data-clickable]');
  if ((await rows.count()) === 0) return false;
  await pressAndReturn(page, rows.first(), path, language);
  return true;
}

/** The first action of the page that opens a form or asks a question, as against one that does its work at once. */
export async function openForm(page: Page, path: string, language: Language): Promise<boolean> {
  const actions = content(page).locator('button[data-opens]');
  if ((await actions.count()) === 0) return false;
  await pressAndReturn(page, actions.first(), path, language);
  return true;
}
