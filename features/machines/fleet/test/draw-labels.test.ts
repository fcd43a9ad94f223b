import { PDFiumLibrary } from '@hyzyla/pdfium';
import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import {
  cellSize,
  darkRuns,
  labelGeometry,
  playerLink,
  qrLayoutNames,
  qrLayouts,
  qrOptions,
} from '../contract/qr-labels.ts';
import { drawLabels } from '../server/draw-labels.ts';
import { readQr } from './read-picture.ts';

const link = (index: number) => playerLink('https://play.example.com', `CW1000${index}`, 'q1W2e3R4t5');
const label = (index: number, centre = '娃娃机 3 号') => ({
  link: link(index),
  centre,
  title: '3 · 门口的娃娃机',
  subtitle: 'CW10003 · 万达广场',
});

const modulePx = 8;
/** A code drawn as the sheet draws it, with its patch left white. */
function drawn(text: string): { data: Uint8ClampedArray; sidePx: number } {
  const { modules } = create(text, qrOptions);
  const { code, patch } = labelGeometry(qrLayouts.a4, modules.size);
  const quietPx = 4 * modulePx;
  const sidePx = modules.size * modulePx + 2 * quietPx;
  const data = new Uint8ClampedArray(sidePx * sidePx * 4).fill(255);
  const pxPerMm = (modules.size * modulePx) / code.side;
  const inPatch = (xPx: number, yPx: number) => {
    const x = (xPx - quietPx) / pxPerMm + code.x - patch.x;
    const y = (yPx - quietPx) / pxPerMm + code.y - patch.y;
    return x >= 0 && x <= patch.width && y >= 0 && y <= patch.height;
  };
  for (const { row, column, length } of darkRuns(modules))
    for (let y = quietPx + row * modulePx; y < quietPx + (row + 1) * modulePx; y += 1)
      for (let x = quietPx + column * modulePx; x < quietPx + (column + length) * modulePx; x += 1)
        if (!inPatch(x, y)) data.fill(0, (y * sidePx + x) * 4, (y * sidePx + x) * 4 + 3);
  return { data, sidePx };
}

describe('a QR label', () => {
  it.each([
    link(1),
    playerLink('http://127.0.0.1:8080', 'VM20002', 'q1W2e3R4t5'),
    playerLink('https://a.example', 'X'.repeat(24), '-_-_-_-_-_'),
  ])('still reads %s with the patch over its middle', async (text) => {
    const { data, sidePx } = drawn(text);
    expect(await readQr(new Uint8Array(data), sidePx, sidePx)).toBe(text);
  });

  it.each(qrLayoutNames)('lies inside its cell on %s, from the smallest to the largest code', (name) => {
    const layout = qrLayouts[name];
    const { widthMm, heightMm } = cellSize(layout);
    for (const modules of [25, 33, 45]) {
      const { code, title, subtitle } = labelGeometry(layout, modules);
      const quiet = (code.side / modules) * 4;
      expect(code.x - quiet).toBeGreaterThanOrEqual(-1e-9);
      expect(code.y - quiet).toBeGreaterThanOrEqual(-1e-9);
      expect(code.x + code.side + quiet).toBeLessThanOrEqual(widthMm + 1e-9);
      expect(title.y).toBeGreaterThanOrEqual(code.y + code.side + quiet - 1e-9);
      expect(subtitle.y + subtitle.size * 1.3).toBeLessThanOrEqual(heightMm + 1e-9);
    }
  });
});

describe('a sheet of labels', () => {
  it('has a page for every 24 labels on A4 and one for each on label paper', async () => {
    const labels = Array.from({ length: 25 }, (_, index) => label(index));
    const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;
    expect(pagesOf(await drawLabels(labels, 'a4', 'x'))).toBe(2);
    expect(pagesOf(await drawLabels(labels.slice(0, 3), 'label40x60', 'x'))).toBe(3);
  });

  it.each(['label40x60', 'label30x40'] as const)('prints codes that a reader reads on %s', async (layout) => {
    const labels = [label(0), label(1)];
    const library = await PDFiumLibrary.init();
    const sheet = await library.loadDocument(await drawLabels(labels, layout, 'x'));
    try {
      expect(sheet.getPageCount()).toBe(labels.length);
      for (const [index, { link: printed }] of labels.entries()) {
        const { data, width, height } = await sheet
          .getPage(index)
          .render({ scale: 300 / 72, render: 'bitmap' });
        expect(await readQr(data, width, height)).toBe(printed);
      }
    } finally {
      sheet.destroy();
      library.destroy();
    }
  });
});
