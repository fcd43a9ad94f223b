import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Language } from '#kit/kernel/language.ts';
import { say, settled } from './browser.ts';
import { parseCsv } from './csv.ts';

interface Shown {
  headers: string[];
  /** null where a picture stands */
  rows: (string | null)[][];
}

const exportButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: say('kit:page.export', {}, language), exact: true }).first();

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

async function exportCsv(page: Page, language: Language): Promise<string[][]> {
  await exportButton(page, language).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: say('kit:page.exportCsv', {}, language) }).click();
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
      if (rows.some((row) => plain(row[place] ?? ''))) found.push(`${header}: not in the file`);
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

/** Nobody could answer the dialog here; browsers without it hand the file over as a download. */
export const takeFilesAsDownloads = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));

const attempts = 8;

/** How the file of the page's list differs from what stands on the page; nothing where the page has no list with rows. */
export async function fileDifferences(page: Page, language: Language): Promise<string[] | undefined> {
  const hasRows = async () => (await page.locator('table:has([data-column]) tbody tr').count()) > 0;
  if ((await exportButton(page, language).count()) === 0 || !(await hasRows())) return undefined;
  // the rows are another list's: what the button would take along is empty
  if (await exportButton(page, language).isDisabled()) return undefined;
  let left: string[] = [];
  // on the phone more rows came by scrolling: a desk stands on the page of the last of them, a file begins with the first
  const first = new URL(page.url());
  // a list that shares its page with another puts its name before it
  const numbers = [...first.searchParams.keys()].filter((name) => /^(.+\.)?current$/.test(name));
  const isFirst = numbers.length === 0;
  for (const name of numbers) first.searchParams.delete(name);
  // Machines go on while we look: what changed in between is looked at again, on a page that knows it.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0 || !isFirst) {
      await page.goto(first.href, { waitUntil: 'domcontentloaded' });
      await settled(page);
    }
    const before = await readTable(page);
    const file = await exportCsv(page, language);
    await page.getByText(say('kit:page.exporting', {}, language)).waitFor({ state: 'detached' });
    left = differences(before, file);
    if (left.length === 0) break;
  }
  return left;
}
