import { createHash } from 'node:crypto';
import type { DeviceCore } from './device-core.ts';

export interface Wanted {
  url: string;
  sizeBytes: number;
  sha256: string;
}

const tries = 5;
const retryAfterMs = 2000;
const answerWithinMs = 30_000;

/**
 * Fetches a file into storage, going on where it stopped, and checks its hash. A file that does not match is thrown away;
 * one that is not complete stays for the next try.
 */
export async function download(
  core: DeviceCore,
  name: string,
  wanted: Wanted,
  onPercent: (percent: number) => Promise<void>,
): Promise<'ok' | 'download' | 'hash'> {
  if ((await core.storage.sizeOfFile(name)) > wanted.sizeBytes) await core.storage.removeFile(name);
  for (let failures = 0; ; failures++) {
    const before = await core.storage.sizeOfFile(name);
    const haveBytes = await fetchRest(core, name, wanted, before, onPercent);
    if (haveBytes === wanted.sizeBytes) break;
    // only tries that brought nothing at all count
    if (haveBytes > before) failures = 0;
    if (failures === tries) return 'download';
    await core.power.wait(retryAfterMs);
  }
  const hash = createHash('sha256');
  for await (const chunk of core.storage.readFile(name)) hash.update(chunk);
  if (hash.digest('hex') === wanted.sha256) return 'ok';
  await core.storage.removeFile(name);
  return 'hash';
}

/** Appends what comes until the end or until the connection breaks; answers how much there is then. */
async function fetchRest(
  core: DeviceCore,
  name: string,
  { url, sizeBytes }: Wanted,
  fromByte: number,
  onPercent: (percent: number) => Promise<void>,
): Promise<number> {
  let haveBytes = fromByte;
  if (haveBytes === sizeBytes) return haveBytes;
  try {
    const answer = await core.options.fetch(new URL(url, core.httpBase), {
      headers: fromByte > 0 ? { range: `bytes=${fromByte}-` } : {},
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!answer.ok || !answer.body) return haveBytes;
    // a server without ranges begins again
    let skipBytes = answer.status === 206 ? 0 : fromByte;
    for await (const chunk of answer.body) {
      const fresh = chunk.subarray(Math.min(skipBytes, chunk.byteLength));
      skipBytes -= chunk.byteLength - fresh.byteLength;
      if (fresh.byteLength === 0) continue;
      if (haveBytes + fresh.byteLength > sizeBytes) return haveBytes;
      await core.storage.appendToFile(name, fresh);
      haveBytes += fresh.byteLength;
      await onPercent(Math.floor((haveBytes * 100) / sizeBytes));
    }
  } catch {
    core.power.check();
  }
  return haveBytes;
}
