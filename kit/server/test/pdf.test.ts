import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { fitted, makePdf, mm } from '../pdf.ts';
import { unpackWoff } from '../woff.ts';

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource/noto-sans-sc/files/noto-sans-sc-latin-400-normal.woff',
);

it('unpacks a WOFF font into tables that lie where its directory says and have their checksums', () => {
  const font = unpackWoff(readFileSync(fontFile));
  const count = font.readUInt16BE(4);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 12 + index * 16;
    const [checksum, offset, length] = [4, 8, 12].map((skip) => font.readUInt32BE(at + skip));
    return {
      tag: font.toString('latin1', at, at + 4),
      checksum: checksum!,
      offset: offset!,
      length: length!,
    };
  });
  expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'loca']));
  for (const { tag, checksum, offset, length } of tables) {
    // the head table's own sum leaves out the sum of the whole file, which stands inside it
    if (tag === 'head') continue;
    let sum = 0;
    for (let at = offset; at < offset + length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
    expect([tag, sum]).toEqual([tag, checksum]);
  }
});

it('refuses what is no WOFF font', () => {
  expect(() => unpackWoff(Buffer.from('OTTO and so on'))).toThrow('not a WOFF font');
});

it('draws Chinese letters and carries only those it shows', async () => {
  const pdf = await makePdf({ widthMm: 50, heightMm: 30, title: '标题' }, (page) => {
    page.addPage();
    page.font('bold').fontSize(12).text('娃娃机 12', mm(5), mm(5));
  });
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  // the whole font has megabytes
  expect(pdf.length).toBeLessThan(40_000);
});

it('cuts a text to a width and says so with an ellipsis', async () => {
  const seen: string[] = [];
  await makePdf({ widthMm: 50, heightMm: 30, title: 'x' }, (page) => {
    page.addPage();
    page.font('regular').fontSize(10);
    seen.push(fitted(page, 'short', mm(40)), fitted(page, '非常非常非常非常非常长的名字', mm(20)));
    expect(page.widthOfString(seen[1]!)).toBeLessThanOrEqual(mm(20));
  });
  expect(seen[0]).toBe('short');
  expect(seen[1]).toMatch(/^非.*…$/);
});

it('takes a title that would be more than a title as a text, in the file and in its description', async () => {
  const title = 'x) /OpenAction << /S /JavaScript >> (</rdf:li><planted>&x;';
  const file = await makePdf({ widthMm: 50, heightMm: 50, title }, (pdf) => {
    pdf.addPage().font('regular').fontSize(8).text(title);
  });
  const structure = file.toString('latin1');
  const description = structure.slice(structure.indexOf('<x:xmpmeta'), structure.indexOf('</x:xmpmeta>'));
  expect(description).toContain('OpenAction');
  expect(description).not.toMatch(/<planted|&x;/);
  // outside of it every bracket is inside of the string that it stands in
  expect(structure.replace(description, '')).not.toMatch(/[^\\]\) \/OpenAction/);
});
