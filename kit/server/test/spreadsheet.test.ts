import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type Cell, csvLine, inert, spreadsheet } from '../spreadsheet.ts';

async function* batches(...all: Cell[][][]) {
  yield* all;
}
async function bytes(format: 'csv' | 'xlsx', ...all: Cell[][][]) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of spreadsheet(format, batches(...all))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('quotes what a comma, quote or line break would break', () => {
  expect(csvLine(['a,b', 'say "hi"', 'x\ny', 3])).toBe('"a,b","say ""hi""","x\ny",3\r\n');
});

it('keeps spreadsheets from running text as a formula', () => {
  expect(inert('=cmd|1')).toBe("'=cmd|1");
  expect(inert('@sum')).toBe("'@sum");
  for (const sign of ['＝', '＋', '－', '＠', '\n'])
    expect(inert(`${sign}HYPERLINK(1)`)).toBe(`'${sign}HYPERLINK(1)`);
  expect(inert('-12.5')).toBe('-12.5');
  expect(inert(-3)).toBe(-3);
});

it('writes CSV that spreadsheet programs take for UTF-8', async () => {
  expect((await bytes('csv', [['名称'], ['一号店']])).toString('utf8')).toBe('\uFEFF名称\r\n一号店\r\n');
});

it('writes an XLSX whose sheet holds every row of every batch', async () => {
  const parts = unzipSync(
    await bytes('xlsx', [['name', 'count']], [['<店 & 厅>\u0001', 2]], [['last', 3.5]]),
  );
  expect(Object.keys(parts)).toContain('[Content_Types].xml');
  const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml'] as Uint8Array).toString('utf8');
  expect(sheet.match(/<row>/g)).toHaveLength(3);
  expect(sheet).toContain('&lt;店 &amp; 厅&gt;</t>');
  expect(sheet).toContain('<v>3.5</v>');
});
