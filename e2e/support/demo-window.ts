/** /demo_machine in a browser: a machine and hands on it, and beside it the phone of the person before it. */
import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { MachineAct } from '#features/demo/showroom/contract.ts';
import type { Language } from '#kit/kernel/language.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './axe.ts';
import { say, type Width, watchProblems } from './browser.ts';
import { open, sees } from './page.ts';
import type { Stage } from './stage.ts';

export interface DemoWindow {
  page: Page;
  phone: FrameLocator;
  t: (key: string, params?: Record<string, string | number>) => string;
  work: (act: MachineAct) => Promise<void>;
  /**
   * Waits until the machine is seen doing one of these. Seconds long, or several of them: the page looks now and then, and
   * on a busy machine a shorter step is over between two looks.
   */
  shows: (...steps: string[]) => Promise<void>;
  says: (words: string) => Promise<void>;
  /** presses on the phone, which a narrow screen has below the machine */
  tap: (name: string | RegExp) => Promise<void>;
  /** back from the order to the machine's page */
  toMachine: () => Promise<void>;
  close: () => Promise<void>;
}

export interface WindowOptions {
  code: string;
  /** which invented player */
  player?: number;
  width: Width;
  language: Language;
  dark?: boolean;
}

export async function openDemoWindow(
  { newContext }: Pick<Stage, 'newContext'>,
  { code, player = 1, width, language, dark = false }: WindowOptions,
): Promise<DemoWindow> {
  const context = await newContext({ width, language, dark });
  const page = await context.newPage();
  const problems = watchProblems(page);
  const t: DemoWindow['t'] = (key, params = {}) => say(key, params, language);
  await open(page, `/demo_machine?code=${code}&n=${player}`);
  const phone = page.frameLocator(`iframe[title="${t('showroom:window.phone')}"]`);
  const status = page.getByRole('status').filter({ has: page.locator('strong') });
  const toPhone = () => page.locator('iframe').first().scrollIntoViewIfNeeded();
  return {
    page,
    phone,
    t,
    work: (act) => page.locator(`[data-act="${act}"]`).click(),
    shows: (...steps) =>
      page.locator(steps.map((step) => `svg[data-step="${step}"]`).join(', ')).waitFor(untilSold),
    says: (words) => sees(status.getByText(words)),
    async tap(name) {
      await toPhone();
      await phone.getByRole('button', { name }).click(untilSold);
    },
    async toMachine() {
      await toPhone();
      await phone.getByRole('link', { name: t('play:start.back') }).click();
    },
    async close() {
      expect(await seriousFindings(page)).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    },
  };
}

/** The phone learns from the server what the machine does, and both may be busy with other tests. */
export const untilSold = { timeout: patient(75_000) };

/** Somebody of the simulation may still be at it: their play ends first. */
export const untilFree = ({ page }: DemoWindow) => page.locator('[data-state="ready"]').waitFor(untilSold);

/** Chooses an offer and pays for it in the sheet of the player's own platform. */
export async function payAtSheet(window: DemoWindow, offer: string, button: string): Promise<void> {
  await openSheet(window, offer, button);
  await window.phone.frameLocator('dialog iframe').getByRole('button', { name: '确认付款' }).click();
}

/** As far as the platform's question. */
export async function openSheet(window: DemoWindow, offer: string, button: string): Promise<void> {
  const { phone, tap, t } = window;
  const name = new RegExp(t(button));
  await phone.locator(`input[type=radio][value="${offer}"]`).check(untilSold);
  await phone.getByRole('button', { name }).waitFor(untilSold);
  await tap(name);
}

/** On the page that confirms: another way to pay than the usual one. */
export async function payOtherwise(window: DemoWindow, offer: string, way: string): Promise<void> {
  const { phone, tap, t } = window;
  await phone.locator(`input[type=radio][value="${offer}"]`).check(untilSold);
  await phone
    .getByRole('link', { name: new RegExp(t('play:buy.otherWays', { way: '' }).trim()) })
    .click(untilSold);
  await phone.getByRole('radio', { name: new RegExp(`^${t(`play:payWay.${way}`)}`) }).check();
  await tap(new RegExp(`^${t('play:confirm.pay')}`));
}
