import type { Codes } from './read-codes.ts';
import type { AskedPicture, ReadPicture } from './read-codes-worker.ts';

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

/** One worker for the page, made when the first picture is to be read. */
function startReader() {
  const worker = new Worker(new URL('./read-codes-worker.ts', import.meta.url), { type: 'module' });
  const asked = new Map<
    number,
    { found: (text: string | undefined) => void; failed: (error: Error) => void }
  >();
  let last = 0;
  const failAll = () => {
    for (const { failed } of asked.values()) failed(new Error('the reader did not load'));
    asked.clear();
    reader = undefined;
    worker.terminate();
  };
  worker.addEventListener('error', failAll);
  worker.addEventListener('message', ({ data }: MessageEvent<ReadPicture>) => {
    if (data.failed) return failAll();
    asked.get(data.id)?.found(data.text);
    asked.delete(data.id);
  });
  return (picture: ImageData, codes: Codes) =>
    new Promise<string | undefined>((found, failed) => {
      const id = ++last;
      asked.set(id, { found, failed });
      worker.postMessage({ id, picture, codes } satisfies AskedPicture);
    });
}
let reader: ReturnType<typeof startReader> | undefined;

async function scriptDecoder(codes: Codes): Promise<QrDecoder> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // fetched while the camera opens; where that fails, the page that waits is told
  reader ??= startReader();
  await reader(new ImageData(1, 1), codes);
  return async (source) => {
    const isVideo = source instanceof HTMLVideoElement;
    const width = isVideo ? source.videoWidth : source.width;
    const height = isVideo ? source.videoHeight : source.height;
    if (!context || width === 0 || height === 0) return undefined;
    const scale = Math.min(1, longestSidePx / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    reader ??= startReader();
    return reader(context.getImageData(0, 0, canvas.width, canvas.height), codes);
  };
}

const decoders = new Map<Codes, Promise<QrDecoder>>();

/** The browser's own reader where it has one, otherwise ZXing in WebAssembly, which is fetched then (docs/decisions/0054). */
export function qrDecoder(codes: Codes = 'qr'): Promise<QrDecoder> {
  const known = decoders.get(codes);
  if (known) return known;
  const decoder = nativeDecoder(codes).then((native) => native ?? scriptDecoder(codes));
  decoders.set(codes, decoder);
  // A failed download may succeed next time.
  decoder.catch(() => decoders.delete(codes));
  return decoder;
}
