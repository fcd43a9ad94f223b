import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type Cell = string | number;

/** the full-width signs too: some programs take them for the same */
const formulaSigns = new Set('=+-@\t\r\n\0＝＋－＠');

/** Text that a spreadsheet would run as a formula is led by an apostrophe. Plain numbers are left alone. */
export const inert = (cell: Cell): Cell =>
  typeof cell === 'string' && formulaSigns.has(cell.charAt(0)) && !/^-?\d+(\.\d+)?$/.test(cell)
    ? `'${cell}`
    : cell;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells
    .map((cell) => {
      const text = String(inert(cell));
      return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',')}\r\n`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 has no place for most control characters, not even escaped.
const xmlText = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign] as string);

function sheetRow(cells: readonly Cell[]): string {
  const columns = cells.map((cell) =>
    typeof cell === 'number' && Number.isFinite(cell)
      ? `<c><v>${cell}</v></c>`
      : `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(String(cell))}</t></is></c>`,
  );
  return `<row>${columns.join('')}</row>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheetMain = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageParts: Record<string, string> = {
  '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${spreadsheetMain}" xmlns:r="${officeDocument}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${officeDocument}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** Rows in, bytes of a CSV or XLSX file out, without ever holding the whole file. */
export async function* spreadsheet(
  format: 'csv' | 'xlsx',
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<Uint8Array> {
  if (format === 'csv') {
    yield strToU8('\uFEFF');
    for await (const batch of batches) yield strToU8(batch.map(csvLine).join(''));
    return;
  }
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const [name, content] of Object.entries(packageParts)) {
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(strToU8(content), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(sheet);
  sheet.push(strToU8(`${declaration}<worksheet xmlns="${spreadsheetMain}"><sheetData>`));
  for await (const batch of batches) {
    sheet.push(strToU8(batch.map((row) => sheetRow(row.map(inert))).join('')));
    yield* ready.splice(0);
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* ready.splice(0);
}
