import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readCode, takeReader } from '#kit/ui/read-codes.ts';

const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
takeReader({ bytes: new Uint8Array(readFileSync(path)).buffer });

/** The QR code in a picture of four bytes a pixel, read as the scan pages read it. */
export const readQr = (bytes: Uint8Array, width: number, height: number): Promise<string | undefined> =>
  readCode({ data: new Uint8ClampedArray(bytes), width, height, colorSpace: 'srgb' } as ImageData, 'qr');
