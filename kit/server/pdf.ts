import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './woff.ts';

export type Pdf = PDFKit.PDFDocument;

const pointsPerMm = 72 / 25.4;
export const mm = (millimetres: number): number => millimetres * pointsPerMm;

/** One family with Latin and Chinese letters; the file that leaves carries only the letters it shows. */
const resolve = createRequire(import.meta.url).resolve;
const fonts = new Map<number, Buffer>();
function font(weight: 400 | 700): Buffer {
  const known = fonts.get(weight);
  if (known) return known;
  const name = `noto-sans-sc-chinese-simplified-${weight}-normal.woff`;
  const unpacked = unpackWoff(readFileSync(resolve(`@fontsource/noto-sans-sc/files/${name}`)));
  fonts.set(weight, unpacked);
  return unpacked;
}

export interface PdfOptions {
  widthMm: number;
  heightMm: number;
  title: string;
}

/** pdfkit writes the title into the XML of the file's description as it is: signs that would be markup there go. */
const withoutMarkup = (title: string): string => title.replace(/[<>&]/g, ' ');

/**
 * Draws a document with the fonts `regular` and `bold`; lengths are points, see `mm`. `draw` adds the first page too,
 * so that an empty document has none.
 */
export async function makePdf(options: PdfOptions, draw: (pdf: Pdf) => void): Promise<Buffer> {
  // thirty megabytes that most servers never need
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: [mm(options.widthMm), mm(options.heightMm)],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    info: { Title: withoutMarkup(options.title), Creator: 'Coinyard' },
  });
  pdf.registerFont('regular', font(400));
  pdf.registerFont('bold', font(700));
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((done, fail) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', done);
    pdf.on('error', fail);
  });
  draw(pdf);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}

/** The longest beginning of a text that fits a width in the current font, with an ellipsis where it was cut. */
export function fitted(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && pdf.widthOfString(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('')}…`;
}
