import reader from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type Codes, readCode, takeReader } from './read-codes.ts';

/**
 * Reads pictures beside the page: WebAssembly needs a word in the Content-Security-Policy, and this file has a policy of its
 * own with it (app/server/built-assets.ts), so that pages keep theirs.
 */
takeReader({ url: reader });

export interface AskedPicture {
  id: number;
  picture: ImageData;
  codes: Codes;
}
export interface ReadPicture {
  id: number;
  text?: string | undefined;
  /** the reader did not load, or broke */
  failed?: true;
}

self.addEventListener('message', async ({ data: { id, picture, codes } }: MessageEvent<AskedPicture>) => {
  const answer = await readCode(picture, codes).then(
    (text): ReadPicture => ({ id, text }),
    (): ReadPicture => ({ id, failed: true }),
  );
  self.postMessage(answer);
});
