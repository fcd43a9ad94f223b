import type { CDPSession, Page } from 'playwright-core';
import { type Language, languages } from '#kit/kernel/language.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { languageTag } from '#kit/ui/i18n.ts';
import { say, settled, type Width, widths } from './browser.ts';
import { doesNotSee } from './page.ts';

/** A page as somebody has it before them: on which screen, in which language. */
export interface Look {
  width: Width;
  language: Language;
}

const at = (width: Width, language: Language): Look => ({ width, language });
const [zh, en] = languages;

/**
 * Ways through all four looks that change one thing at a time. A page is loaded in the first and taken through the rest;
 * screens take these ways in turn, so that every look is also the one in which pages are loaded. The first and the third
 * look of a way have both widths and both languages.
 */
export const waysThroughLooks: readonly (readonly Look[])[] = [
  [at('phone', zh), at('desk', zh), at('desk', en), at('phone', en)],
  [at('desk', en), at('desk', zh), at('phone', zh), at('phone', en)],
  [at('phone', en), at('desk', en), at('desk', zh), at('phone', zh)],
  [at('desk', zh), at('desk', en), at('phone', en), at('phone', zh)],
];

/** For the whole server, as pages set it: one for the folder of a deeper address would stand before what is chosen later. */
const languageCookie = (language: Language, address: string) => ({
  name: 'coinyard_lang',
  value: language,
  url: new URL('/', address).href,
});

/** One page whose screen and language change while it stays open. */
export class ChangingPage {
  readonly page: Page;
  private readonly devtools: CDPSession;
  private look: Look = at('desk', zh);

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.devtools = devtools;
  }

  static async of(page: Page): Promise<ChangingPage> {
    return new ChangingPage(page, await page.context().newCDPSession(page));
  }

  /** `address` is loaded afresh in the look. */
  async load(address: string, look: Look): Promise<void> {
    await this.page.context().addCookies([languageCookie(look.language, address)]);
    await this.setWidth(look.width);
    await this.page.goto(address, { waitUntil: 'domcontentloaded' });
    this.look = look;
  }

  async take(look: Look): Promise<void> {
    if (look.language !== this.look.language) await this.speak(look.language);
    if (look.width !== this.look.width) await this.setWidth(look.width);
    this.look = look;
    await drawn(this.page);
    await settled(this.page);
  }

  private async setWidth(width: Width): Promise<void> {
    const phone = width === 'phone';
    await this.devtools.send('Emulation.setDeviceMetricsOverride', {
      width: widths[width],
      height: phone ? 844 : 900,
      deviceScaleFactor: 1,
      mobile: phone,
    });
    await this.devtools.send('Emulation.setTouchEmulationEnabled', { enabled: phone });
  }

  /** As a person does it: with the switch of the pages before login, or the menu that every staff page has on a desk. */
  private async speak(language: Language): Promise<void> {
    const { page } = this;
    const direct = page.locator(`button[lang="${language}"]`);
    if ((await direct.count()) > 0) await direct.click();
    else if (await this.hasMenu()) {
      if (this.look.width === 'phone') await this.setWidth('desk');
      const menu = page.getByRole('button', {
        name: say('app:shell.language', {}, this.look.language),
        exact: true,
      });
      await menu.click();
      await page.locator(`[role=menuitem][lang="${language}"]`).click();
      await doesNotSee(page.getByRole('menu'));
      if (this.look.width === 'phone') await this.setWidth('phone');
    } else {
      // players' pages follow what was chosen elsewhere when they are loaded
      await page.context().addCookies([languageCookie(language, page.url())]);
      await page.reload({ waitUntil: 'domcontentloaded' });
    }
    await page
      .locator(`html[lang="${languageTag(language)}"]`)
      .waitFor({ state: 'attached', timeout: patient(60_000) });
  }

  private async hasMenu(): Promise<boolean> {
    return (await this.page.locator('#content').count()) > 0;
  }
}

/** What was asked for on the page stands on it: two frames, the second begins when the first is drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
