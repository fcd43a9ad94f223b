import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';

/** A file that is neither CSV nor XLSX, or larger inside than anybody would fill in by hand. */
export class UnreadableSheet extends Error {}

const mostBytesInside = 20 * 1024 ** 2;
const mostRows = 50_000;

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Excel saves CSV in the encoding of its country: GBK where people here save it. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Commas, semicolons or tabs, whichever the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const count = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function csvRows(text: string): string[][] {
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let place = 0; place < text.length; place++) {
    const sign = text[place] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[place + 1] === '"') {
        cell += '"';
        place += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === delimiter) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (xml: string) =>
  xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/**
 * What stands in each element of that name, nested or not. Places are looked for one after the other: a pattern would look
 * through all of the rest for every opening that a made-up file never closes.
 */
function* elements(xml: string, name: string): Generator<{ attributes: string; inside: string }> {
  const [opening, closing] = [`<${name}`, `</${name}>`];
  for (let at = xml.indexOf(opening); at >= 0; at = xml.indexOf(opening, at + 1)) {
    const begin = at + opening.length;
    if (!/[\s/>]/.test(xml[begin] ?? '')) continue;
    const end = xml.indexOf('>', begin);
    if (end < 0) return;
    const isEmpty = xml[end - 1] === '/';
    const close = isEmpty ? end : xml.indexOf(closing, end);
    if (close < 0) return;
    yield {
      attributes: xml.slice(begin, isEmpty ? end - 1 : end),
      inside: isEmpty ? '' : xml.slice(end + 1, close),
    };
    at = close;
  }
}

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];

/** A text may be in pieces of different looks. */
const textsIn = (xml: string) => [...elements(xml, 't')].map(({ inside }) => unescaped(inside)).join('');

/** "AB12" is column 27. */
function columnOf(reference: string | undefined, after: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return after;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const mostColumns = 50;

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const { attributes, inside } of elements(row, 'c')) {
    const column = columnOf(attributeOf(attributes, 'r'), cells.length);
    if (column >= mostColumns) continue;
    const type = attributeOf(attributes, 't');
    const value = unescaped([...elements(inside, 'v')][0]?.inside ?? '');
    while (cells.length < column) cells.push('');
    cells[column] =
      type === 's' ? (shared[Number(value)] ?? '') : type === 'inlineStr' ? textsIn(inside) : value;
  }
  return cells;
}

/** The first sheet, row by row as it is numbered there: an empty row has no element of its own. */
function xlsxRows(bytes: Uint8Array): string[][] {
  let inside = 0;
  const wanted = /^xl\/(sharedStrings|worksheets\/sheet1)\.xml$/;
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (!wanted.test(name)) return false;
    inside += originalSize;
    if (inside > mostBytesInside) throw new UnreadableSheet();
    return true;
  };
  const parts = unzipSync(bytes, { filter });
  const sheet = parts['xl/worksheets/sheet1.xml'];
  if (!sheet) throw new UnreadableSheet();
  const strings = parts['xl/sharedStrings.xml'];
  const shared = strings
    ? [...elements(strFromU8(strings), 'si')].map(({ inside: text }) => textsIn(text))
    : [];
  const rows: string[][] = [];
  for (const { attributes, inside: row } of elements(strFromU8(sheet), 'row')) {
    const number = Number(attributeOf(attributes, 'r') ?? rows.length + 1);
    if (!(number <= mostRows)) throw new UnreadableSheet();
    while (rows.length < number - 1) rows.push([]);
    rows.push(cellsOf(row, shared));
  }
  return rows;
}

/** What stands in the cells of a CSV or XLSX file, as text; the place of a row is its line in the file. */
export function readSpreadsheet(bytes: Uint8Array): string[][] {
  try {
    const rows = isZip(bytes) ? xlsxRows(bytes) : csvRows(textOf(bytes).replace(/^\uFEFF/, ''));
    return rows.map((row) => row.map((cell) => cell.trim()));
  } catch {
    throw new UnreadableSheet();
  }
}
