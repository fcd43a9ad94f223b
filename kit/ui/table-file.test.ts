import { expect, it } from 'vitest';
import { tableFile } from './table-file.ts';

const textOf = async (rows: string[][]) => (await tableFile(rows).text()).replace(/^\uFEFF/, '');

it('quotes what would break a row, and keeps amounts as they are', async () => {
  const rows = [
    ['day', 'a, "b"'],
    ['11-17', '-1,200.50'],
  ];
  expect(await textOf(rows)).toBe('day,"a, ""b"""\r\n11-17,"-1,200.50"\r\n');
});

it('makes no formula of a name', async () => {
  expect(await textOf([['=1+1', '+cmd', '@x', '-a', '-5', '12%']])).toBe("'=1+1,'+cmd,'@x,'-a,-5,12%\r\n");
});
