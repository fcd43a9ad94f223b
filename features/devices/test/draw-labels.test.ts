import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import decode from 'jsqr';
import { create } from 'qrcode';
import sharp from 'sharp';
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
import { drawLabels } from '../server/fleet/draw-labels.ts';

const link = (index: number) => playerLink('https://play.example.com', `CW1000${index}`);
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
    playerLink('http://127.0.0.1:8080', 'VM20002'),
    playerLink('https://a.example', 'X'.repeat(24)),
  ])('still reads %s with the patch over its middle', (text) => {
    const { data, sidePx } = drawn(text);
    expect(decode(data, sidePx, sidePx)?.data).toBe(text);
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

const canRasterise = spawnSync('pdftoppm', ['-v']).error === undefined;

describe('a sheet of labels', () => {
  it('has a page for every 24 labels on A4 and one for each on label paper', async () => {
    const labels = Array.from({ length: 25 }, (_, index) => label(index));
    const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;
    expect(pagesOf(await drawLabels(labels, 'a4', 'x'))).toBe(2);
    expect(pagesOf(await drawLabels(labels.slice(0, 3), 'label40x60', 'x'))).toBe(3);
  });

  it.skipIf(!canRasterise)('prints codes that a reader reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qr-sheet-'));
    try {
      for (const [layout, count] of [
        ['label40x60', 2],
        ['label30x40', 2],
      ] as const) {
        const labels = Array.from({ length: count }, (_, index) => label(index));
        writeFileSync(join(folder, `${layout}.pdf`), await drawLabels(labels, layout, 'x'));
        execFileSync('pdftoppm', ['-r', '300', '-png', join(folder, `${layout}.pdf`), join(folder, layout)]);
        const pages = readdirSync(folder)
          .filter((file) => file.startsWith(layout) && file.endsWith('.png'))
          .sort();
        expect(pages).toHaveLength(count);
        for (const [index, page] of pages.entries()) {
          const { data, info } = await sharp(join(folder, page))
            .ensureAlpha()
            .raw()
            .toBuffer({ resolveWithObject: true });
          const found = decode(new Uint8ClampedArray(data), info.width, info.height);
          expect(found?.data).toBe(link(index));
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
