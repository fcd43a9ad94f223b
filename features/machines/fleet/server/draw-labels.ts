import { create } from 'qrcode';
import { fitted, makePdf, mm, type Pdf } from '#kit/server/pdf.ts';
import {
  cellPlace,
  cellSize,
  darkRuns,
  labelGeometry,
  type QrLayout,
  type QrLayoutName,
  qrLayouts,
  qrOptions,
} from '../contract/qr-labels.ts';

export interface Label {
  link: string;
  /** in the middle of the code; empty for nothing */
  centre: string;
  /** under the code */
  title: string;
  subtitle: string;
}

function drawCentred(pdf: Pdf, text: string, x: number, y: number, width: number): void {
  pdf.fillColor('black').text(text, x + (width - pdf.widthOfString(text)) / 2, y, { lineBreak: false });
}

/** As large as the patch allows, smaller for longer texts, cut where it would become unreadable. */
function drawCentre(
  pdf: Pdf,
  text: string,
  box: { x: number; y: number; width: number; height: number },
): void {
  pdf.rect(box.x, box.y, box.width, box.height).fill('white');
  const room = box.width * 0.94;
  const largest = box.height * 0.72;
  pdf.font('bold').fontSize(largest);
  const wide = pdf.widthOfString(text);
  if (wide > room) pdf.fontSize(Math.max((largest * room * 0.99) / wide, box.height * 0.22));
  const y = box.y + (box.height - pdf.currentLineHeight()) / 2;
  drawCentred(pdf, fitted(pdf, text, room), box.x, y, box.width);
}

function drawLabel(pdf: Pdf, label: Label, layout: QrLayout, cell: { x: number; y: number }): void {
  const { modules } = create(label.link, qrOptions);
  const { code, patch, title, subtitle } = labelGeometry(layout, modules.size);
  const at = (x: number, y: number) => ({ x: mm(cell.x + x), y: mm(cell.y + y) });
  const module = mm(code.side) / modules.size;
  const corner = at(code.x, code.y);
  for (const { row, column, length } of darkRuns(modules))
    pdf.rect(corner.x + column * module, corner.y + row * module, length * module, module);
  pdf.fill('black');
  if (label.centre)
    drawCentre(pdf, label.centre, {
      ...at(patch.x, patch.y),
      width: mm(patch.width),
      height: mm(patch.height),
    });
  const width = mm(cellSize(layout).widthMm);
  const room = width - mm(2);
  pdf.font('bold').fontSize(mm(title.size));
  drawCentred(pdf, fitted(pdf, label.title, room), mm(cell.x), at(0, title.y).y, width);
  pdf.font('regular').fontSize(mm(subtitle.size));
  drawCentred(pdf, fitted(pdf, label.subtitle, room), mm(cell.x), at(0, subtitle.y).y, width);
}

/** Labels in reading order, as many pages as they need; thin lines show where sheets are cut. */
export function drawLabels(
  labels: readonly Label[],
  layoutName: QrLayoutName,
  title: string,
): Promise<Buffer> {
  const layout: QrLayout = qrLayouts[layoutName];
  const { widthMm, heightMm } = cellSize(layout);
  const perPage = layout.columns * layout.rows;
  const size = { widthMm: layout.pageWidthMm, heightMm: layout.pageHeightMm, title };
  return makePdf(size, (pdf) => {
    labels.forEach((label, index) => {
      const place = index % perPage;
      if (place === 0) pdf.addPage();
      const cell = cellPlace(layout, place);
      if (perPage > 1)
        pdf.lineWidth(0.3).rect(mm(cell.x), mm(cell.y), mm(widthMm), mm(heightMm)).stroke('#c8c8c8');
      drawLabel(pdf, label, layout, cell);
    });
  });
}
