import { fitted, makePdf, mm, type Pdf } from './pdf.ts';

const page = { widthMm: 210, heightMm: 297 };
const marginMm = 16;
const width = mm(page.widthMm - 2 * marginMm);
const left = mm(marginMm);
const bottom = mm(page.heightMm - marginMm);
const rowHeight = mm(6);
const logoHeight = mm(14);

export interface PdfCell {
  text: string;
  /** part of the width */
  share: number;
  right?: boolean;
}

/** Writes on A4 from the top down and begins a page where the last one is full. */
export class Sheet {
  private y = bottom;
  private readonly pdf: Pdf;
  private readonly footer: string;
  private pages = 0;

  constructor(pdf: Pdf, footer: string) {
    this.pdf = pdf;
    this.footer = footer;
  }

  private room(height: number): void {
    if (this.y + height <= bottom) return;
    this.pdf.addPage();
    this.pages += 1;
    this.pdf.font('regular').fontSize(8).fillColor('#666666');
    this.pdf.text(`${this.footer}  ·  ${this.pages}`, left, bottom + mm(4), { lineBreak: false });
    this.y = mm(marginMm);
  }

  title(text: string, size: number): void {
    this.room(mm(size * 0.9));
    this.pdf.font('bold').fontSize(size).fillColor('black');
    this.pdf.text(fitted(this.pdf, text, width), left, this.y, { lineBreak: false });
    this.y += mm(size * 0.62);
  }

  /** at the head of the first page, as wide as it is for its height */
  logo(png: Buffer): void {
    this.room(logoHeight);
    this.pdf.image(png, left, this.y, { fit: [width / 2, logoHeight] });
    this.y += logoHeight + mm(4);
  }

  note(text: string): void {
    this.room(rowHeight);
    this.pdf.font('regular').fontSize(9).fillColor('#444444');
    this.pdf.text(fitted(this.pdf, text, width), left, this.y, { lineBreak: false });
    this.y += rowHeight;
  }

  section(text: string): void {
    // never alone at the end of a page
    this.room(rowHeight * 3);
    this.y += mm(4);
    this.title(text, 11);
  }

  row(cells: readonly PdfCell[], style: { bold?: boolean; line?: boolean; size?: number } = {}): void {
    this.room(rowHeight);
    const { pdf } = this;
    pdf
      .font(style.bold ? 'bold' : 'regular')
      .fontSize(style.size ?? 9)
      .fillColor('black');
    let x = left;
    for (const { text, share, right } of cells) {
      const room = width * share - mm(2);
      const shown = fitted(pdf, text, room);
      const at = right ? x + width * share - pdf.widthOfString(shown) : x;
      pdf.text(shown, at, this.y + mm(1), { lineBreak: false });
      x += width * share;
    }
    this.y += rowHeight;
    if (style.line)
      pdf
        .lineWidth(0.4)
        .moveTo(left, this.y)
        .lineTo(left + width, this.y)
        .stroke('#999999');
  }
}

/** A paper of one title on A4; every page says at its foot what it belongs to. */
export const makeSheet = (
  { title, footer }: { title: string; footer: string },
  draw: (sheet: Sheet) => void,
): Promise<Buffer> => makePdf({ ...page, title }, (pdf) => draw(new Sheet(pdf, footer)));
