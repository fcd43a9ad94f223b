import { readBarcode } from './barcode-read.ts';

/** `qr`: QR codes alone; `all`: also the bars on goods, of which a page that asks for a QR code must not be told. */
export type Codes = 'qr' | 'all';

/** What a picture holds, or undefined when no code is found in it. */
export type QrDecoder = (source: HTMLVideoElement | ImageBitmap) => Promise<string | undefined>;

interface NativeDetector {
  detect(source: HTMLVideoElement | ImageBitmap): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

const barFormats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39'];

async function nativeDecoder(codes: Codes): Promise<QrDecoder | undefined> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  // The class exists on some systems that can not read anything with it.
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  if (!Detector || !formats?.includes('qr_code')) return undefined;
  const bars = codes === 'all' ? barFormats.filter((format) => formats.includes(format)) : [];
  if (codes === 'all' && !bars.includes('ean_13')) return undefined;
  const detector = new Detector({ formats: ['qr_code', ...bars] });
  return async (source) => (await detector.detect(source))[0]?.rawValue || undefined;
}

/** More pixels cost time and find nothing new. */
const longestSidePx = 960;

async function scriptDecoder(codes: Codes): Promise<QrDecoder> {
  const { default: decode } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (source) => {
    const isVideo = source instanceof HTMLVideoElement;
    const width = isVideo ? source.videoWidth : source.width;
    const height = isVideo ? source.videoHeight : source.height;
    if (!context || width === 0 || height === 0) return undefined;
    const scale = Math.min(1, longestSidePx / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const bars = codes === 'all' ? readBarcode(data, canvas.width, canvas.height) : undefined;
    return bars ?? (decode(data, canvas.width, canvas.height)?.data || undefined);
  };
}

const decoders = new Map<Codes, Promise<QrDecoder>>();

/** The browser's own reader where it has one, otherwise one in JavaScript that is fetched then. */
export function qrDecoder(codes: Codes = 'qr'): Promise<QrDecoder> {
  const known = decoders.get(codes);
  if (known) return known;
  const decoder = nativeDecoder(codes).then((native) => native ?? scriptDecoder(codes));
  decoders.set(codes, decoder);
  // A failed download may succeed next time.
  decoder.catch(() => decoders.delete(codes));
  return decoder;
}
