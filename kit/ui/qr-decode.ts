/** What a picture holds, or undefined when no QR code is found in it. */
export type QrDecoder = (source: HTMLVideoElement | ImageBitmap) => Promise<string | undefined>;

interface NativeDetector {
  detect(source: HTMLVideoElement | ImageBitmap): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

async function nativeDecoder(): Promise<QrDecoder | undefined> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  // The class exists on some systems that can not read anything with it.
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  if (!Detector || !formats?.includes('qr_code')) return undefined;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (source) => (await detector.detect(source))[0]?.rawValue || undefined;
}

/** More pixels cost time and find nothing new. */
const longestSidePx = 960;

async function scriptDecoder(): Promise<QrDecoder> {
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
    return decode(data, canvas.width, canvas.height)?.data || undefined;
  };
}

let decoder: Promise<QrDecoder> | undefined;

/** The browser's own reader where it has one, otherwise one in JavaScript that is fetched then. */
export function qrDecoder(): Promise<QrDecoder> {
  decoder ??= nativeDecoder().then((native) => native ?? scriptDecoder());
  // A failed download may succeed next time.
  decoder.catch(() => {
    decoder = undefined;
  });
  return decoder;
}
