import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** `qr`: QR codes alone; `all`: also the bars on goods, of which a page that asks for a QR code must not be told. */
export type Codes = 'qr' | 'all';

/** The bars of goods in the US are EAN-13 with a zero before it: named so, they have one spelling. */
const formats: Record<Codes, NonNullable<ReaderOptions['formats']>> = {
  qr: ['QRCode'],
  all: ['QRCode', 'EAN13', 'EAN8', 'UPCE', 'Code128', 'Code39'],
};

/** Where the reader itself lies: its address, or its bytes. By itself it would come from another company's server. */
export function takeReader(reader: { url: string } | { bytes: ArrayBuffer }): void {
  prepareZXingModule({
    overrides: 'url' in reader ? { locateFile: () => reader.url } : { wasmBinary: reader.bytes },
  });
}

/** What a picture holds, or undefined when no code is found in it. */
export async function readCode(picture: ImageData, codes: Codes): Promise<string | undefined> {
  const [found] = await readBarcodes(picture, { formats: formats[codes], maxNumberOfSymbols: 1 });
  return found?.text || undefined;
}
