import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readSpreadsheet, UnreadableSheet } from '../read-spreadsheet.ts';
import { type Cell, spreadsheet } from '../spreadsheet.ts';

const rows: Cell[][] = [
  ['手机号', '姓名', '余额'],
  ['13800000001', '张, "三"', 12.5],
  ['13800000002', 'a & <b>', 0],
];
const asText = rows.map((row) => row.map(String));

async function* batches() {
  yield rows;
}
async function written(format: 'csv' | 'xlsx'): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of spreadsheet(format, batches())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('reads back what our own files say', async () => {
  for (const format of ['csv', 'xlsx'] as const)
    expect(readSpreadsheet(await written(format))).toEqual(asText);
});

it('reads CSV in the encoding that Excel saves here, with tabs or semicolons, and without a last line end', () => {
  // "手机号,姓名\r\n13800000001,张三" in GBK
  const gbk = Uint8Array.from([
    0xca,
    0xd6,
    0xbb,
    0xfa,
    0xba,
    0xc5,
    0x2c,
    0xd0,
    0xd5,
    0xc3,
    0xfb,
    0x0d,
    0x0a,
    ...strToU8('13800000001,'),
    0xd5,
    0xc5,
    0xc8,
    0xfd,
  ]);
  expect(readSpreadsheet(gbk)).toEqual([
    ['手机号', '姓名'],
    ['13800000001', '张三'],
  ]);
  expect(readSpreadsheet(strToU8('a;b\n1;2'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

it('keeps cells in their columns and rows on their lines, as Excel leaves empty ones out', () => {
  const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
    <row r="3"><c r="B3"><v>13800000001</v></c></row></sheetData></worksheet>`;
  const file = zipSync({
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    'xl/sharedStrings.xml': strToU8(
      '<sst><si><t>phone</t></si><si><r><t xml:space="preserve">no</t></r><r><t>te</t></r></si></sst>',
    ),
  });
  expect(readSpreadsheet(file)).toEqual([['phone', '', 'note'], [], ['', '13800000001']]);
});

it('refuses what is no sheet, and one that swells beyond any reason', () => {
  expect(() => readSpreadsheet(Uint8Array.from([0x50, 0x4b, 1, 2, 3]))).toThrow(UnreadableSheet);
  expect(() => readSpreadsheet(zipSync({ 'other.txt': strToU8('x') }))).toThrow(UnreadableSheet);
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(21 * 1024 ** 2) });
  expect(() => readSpreadsheet(bomb)).toThrow(UnreadableSheet);
  const neverClosed = zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<row r="1"><c><v>'.repeat(200_000)) });
  expect(readSpreadsheet(neverClosed)).toEqual([]);
});
