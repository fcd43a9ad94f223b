/**
 * Labels with a QR code, in millimetres: sheets to cut and rolls of labels that people can buy. The server draws them
 * into a PDF and the page previews them from the same numbers.
 */
export interface QrLayout {
  pageWidthMm: number;
  pageHeightMm: number;
  columns: number;
  rows: number;
  /** to the edge of the paper; printers can not reach it */
  marginMm: number;
  /** side of the code with the empty margin around it, without which readers do not find it */
  qrMm: number;
}

export const qrLayouts = {
  a4: { pageWidthMm: 210, pageHeightMm: 297, columns: 4, rows: 6, marginMm: 8, qrMm: 38 },
  a4Large: { pageWidthMm: 210, pageHeightMm: 297, columns: 2, rows: 3, marginMm: 10, qrMm: 78 },
  label40x60: { pageWidthMm: 40, pageHeightMm: 60, columns: 1, rows: 1, marginMm: 1, qrMm: 38 },
  label50x70: { pageWidthMm: 50, pageHeightMm: 70, columns: 1, rows: 1, marginMm: 1, qrMm: 48 },
  label30x40: { pageWidthMm: 30, pageHeightMm: 40, columns: 1, rows: 1, marginMm: 1, qrMm: 28 },
} as const satisfies Record<string, QrLayout>;

export const qrLayoutNames = ['a4', 'a4Large', 'label40x60', 'label50x70', 'label30x40'] as const;
export type QrLayoutName = (typeof qrLayoutNames)[number];

/** What stands in the middle of the code. */
export const qrCentres = ['number', 'name', 'code', 'text', 'none'] as const;
export type QrCentre = (typeof qrCentres)[number];

interface Labelled {
  equipmentNo: number;
  equipmentName: string | null;
  typeName: string;
  code: string;
  fieldName: string | null;
}

export function centreText(device: Labelled, centre: QrCentre, text: string | undefined): string {
  if (centre === 'none') return '';
  if (centre === 'text') return text ?? '';
  if (centre === 'name') return device.equipmentName ?? String(device.equipmentNo);
  return centre === 'code' ? device.code : String(device.equipmentNo);
}

export const captions = (device: Labelled) => ({
  title: `${device.equipmentNo} · ${device.equipmentName ?? device.typeName}`,
  subtitle: [device.code, device.fieldName].filter(Boolean).join(' · '),
});

/** The player page of a machine; the signature says that the address is ours (`server/label-signature.ts`). */
export const playerPath = (code: string, signature?: string): string =>
  `/index?equipmentId=${code}${signature ? `&s=${signature}` : ''}`;

/** What a label's code says. */
export const playerLink = (origin: string, code: string, signature?: string): string =>
  new URL(playerPath(code, signature), origin).href;

/** Correction level H: a quarter of the code may be hidden or scratched, and it still reads. */
export const qrOptions = { errorCorrectionLevel: 'H' } as const;

/** Side of a code on a screen. */
export const qrPixels = 200;

/** The empty margin, in modules. */
const quietModules = 4;
/** The white patch under the centre text: 42 % by 16 % of the side are 7 % of the area, far from what level H mends. */
const patch = { width: 0.42, height: 0.16 } as const;
/** Captions are single lines: tighter than a font's own. */
const lineHeight = 1.3;

export function cellSize(layout: QrLayout): { widthMm: number; heightMm: number } {
  return {
    widthMm: (layout.pageWidthMm - 2 * layout.marginMm) / layout.columns,
    heightMm: (layout.pageHeightMm - 2 * layout.marginMm) / layout.rows,
  };
}

/** Upper left corner of the label in this place of a page, in reading order. */
export function cellPlace(layout: QrLayout, place: number): { x: number; y: number } {
  const { widthMm, heightMm } = cellSize(layout);
  return {
    x: layout.marginMm + (place % layout.columns) * widthMm,
    y: layout.marginMm + Math.floor(place / layout.columns) * heightMm,
  };
}

/** Where the parts of one label lie inside its cell. */
export function labelGeometry(layout: QrLayout, modules: number) {
  const { widthMm, heightMm } = cellSize(layout);
  const module = layout.qrMm / (modules + 2 * quietModules);
  const side = module * modules;
  const title = layout.qrMm * 0.08;
  const subtitle = title * 0.75;
  const block = layout.qrMm + (title + subtitle) * lineHeight;
  const top = Math.max(0, (heightMm - block) / 2);
  const code = { x: (widthMm - side) / 2, y: top + module * quietModules, side };
  return {
    code,
    patch: {
      x: code.x + (side * (1 - patch.width)) / 2,
      y: code.y + (side * (1 - patch.height)) / 2,
      width: side * patch.width,
      height: side * patch.height,
    },
    title: { y: top + layout.qrMm, size: title },
    subtitle: { y: top + layout.qrMm + title * lineHeight, size: subtitle },
  };
}

interface Matrix {
  size: number;
  get(row: number, column: number): number | boolean;
}

/** Dark modules of each row as runs: fewer and seamless rectangles. */
export function darkRuns(matrix: Matrix): { row: number; column: number; length: number }[] {
  const runs: { row: number; column: number; length: number }[] = [];
  for (let row = 0; row < matrix.size; row += 1) {
    let start = -1;
    for (let column = 0; column <= matrix.size; column += 1) {
      const dark = column < matrix.size && Boolean(matrix.get(row, column));
      if (dark && start < 0) start = column;
      if (!dark && start >= 0) {
        runs.push({ row, column: start, length: column - start });
        start = -1;
      }
    }
  }
  return runs;
}
