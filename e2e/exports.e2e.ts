/** What a list shows is what its file holds: every list of every screen, cell by cell. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { discoverFeatures } from '#app/server/discover-features.ts';
import { screenRealms } from '#kit/contract/feature.ts';
import { say, settled } from './support/browser.ts';
import { parseCsv } from './support/csv.ts';
import { setStage } from './support/stage.ts';

const accounts = { merchant: 'merchant', platform: 'admin', agent: 'agent' } as const;

const features = await discoverFeatures();
/** Screens that open without being told what to show; a list inside a record is one of the record's own screens. */
const visits = features.flatMap((feature) =>
  feature.screens
    .filter(({ audience, path }) => audience === 'staff' && !path.includes(':'))
    .flatMap((screen) => {
      const realms = screenRealms(feature, screen) ?? ['merchant'];
      const seen = realms.includes('merchant') ? (['merchant'] as const) : realms;
      return seen.map((realm) => ({ path: screen.path, account: accounts[realm] }));
    }),
);

interface Shown {
  headers: string[];
  /** null where a picture stands */
  rows: (string | null)[][];
}

const { newContext } = setStage();
const contexts = new Map<string, Promise<BrowserContext>>();

function contextOf(account: string): Promise<BrowserContext> {
  const known = contexts.get(account) ?? newContext({ login: account });
  contexts.set(account, known);
  return known;
}

const exportButton = (page: Page) => page.getByRole('button', { name: say('kit:page.export'), exact: true });

/** Header and cells in words; pictures, boxes and menus are nothing a file could hold. */
const readTable = (page: Page): Promise<Shown> =>
  page
    .locator('table:has([data-column])')
    .first()
    .evaluate((table) => {
      const words = (node: Element) => (node as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
      const keys = [...table.querySelectorAll('thead [data-column]')];
      return {
        headers: keys.map(words),
        rows: [...table.querySelectorAll('tbody tr')].map((row) =>
          keys.map((header) => {
            const cell = row.querySelector(`td[data-column="${header.getAttribute('data-column')}"]`);
            return cell?.querySelector('img') ? null : cell ? words(cell) : '';
          }),
        ),
      };
    });

async function exportCsv(page: Page): Promise<string[][]> {
  await exportButton(page).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: say('kit:page.exportCsv') }).click();
  return parseCsv(await readFile(await (await downloading).path(), 'utf8'));
}

/** Files hold numbers to be added up: no sign of the currency, no thousands, and nothing for nothing. */
const plain = (text: string) =>
  text
    // what a spreadsheet would take for a formula is led by an apostrophe
    .replace(/^'(?=[=+\-@])/, '')
    .replace(
      /^([+-]?)¥([\d,.]+)$/,
      (_, sign: string, amount: string) => `${sign}${amount.replaceAll(',', '')}`,
    )
    .replace(/^\+(?=[\d.]+$)/, '')
    .replace(/^—$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Columns of the table whose cells the file says otherwise. */
function differences({ headers, rows }: Shown, [names = [], ...lines]: string[][]): string[] {
  const found: string[] = [];
  for (const [place, header] of headers.entries()) {
    const column = names.indexOf(header);
    if (column < 0) {
      if (rows.some((row) => row[place])) found.push(`${header}: not in the file`);
      continue;
    }
    const wrong = rows.findIndex((row, index) => {
      const cell = row[place] ?? null;
      return cell !== null && plain(cell) !== plain(lines[index]?.[column] ?? '');
    });
    if (wrong >= 0) found.push(`${header}: ${rows[wrong]?.[place]} / ${lines[wrong]?.[column]}`);
  }
  return found;
}

describe('an exported file', () => {
  let compared = 0;
  it.each(visits)('holds what $path shows to $account', async ({ path, account }) => {
    const page = await (await contextOf(account)).newPage();
    try {
      // Nobody could answer the dialog here; browsers without it hand the file over as a download.
      await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.locator(`[data-screen="${path}"]`).waitFor({ timeout: 60_000 });
      await settled(page);
      const lists = await exportButton(page).count();
      if (lists === 0 || (await page.locator('table:has([data-column]) tbody tr').count()) === 0) return;
      // Machines go on while we look: what changed in between is looked at again, on a page that knows it.
      let left: string[] = [];
      for (let attempt = 0; attempt < 8; attempt += 1) {
        if (attempt > 0) {
          await page.reload({ waitUntil: 'domcontentloaded' });
          await settled(page);
        }
        const before = await readTable(page);
        const file = await exportCsv(page);
        await page.getByText(say('kit:page.exporting')).waitFor({ state: 'detached' });
        left = differences(before, file);
        if (left.length === 0) break;
      }
      expect(left).toEqual([]);
      compared += 1;
    } finally {
      await page.close();
    }
  });

  it('was compared for most lists there are', () => {
    expect(compared).toBeGreaterThan(25);
  });
});
