import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AppError, invalid, invalidField } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import { itemSeconds } from '../contract/shared.ts';

/** What is in a file, by its own bytes. */
export interface Judged {
  kind: 'picture' | 'video';
  sizeBytes: number;
  sha256: string;
  width: number;
  height: number;
  lengthMs: number | null;
}

type Storage = Pick<Services, 'storage'>;

/** what the screens of machines can decode in hardware */
const longestSide = 1920;
const videoCodecs = ['avc'];
const audioCodecs = ['aac'];
/** Of an honest video nearly everything is film: what else there is may be something else. */
const mostBesideFilm = { part: 0.05, bytes: 256 * 1024 };

async function hashOf({ storage }: Storage, key: string): Promise<{ sha256: string; sizeBytes: number }> {
  const stored = await storage.open(key);
  if (!stored) throw invalid('ads:error.gone');
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of stored.body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Refuses with what is wrong with it, at the field of the file. */
const refused = (key: string, params: Record<string, string | number> = {}) =>
  invalidField('link', `ads:error.${key}`, params);

export async function judgePicture(services: Storage, key: string): Promise<Judged> {
  const file = await hashOf(services, key);
  const stored = await services.storage.open(key);
  if (!stored) throw invalid('ads:error.gone');
  const { default: sharp } = await import('sharp');
  const { width = 0, height = 0, pages = 1 } = await sharp(await buffer(stored.body)).metadata();
  if (width === 0 || height === 0 || pages > 1) throw refused('picture');
  return { kind: 'picture', ...file, width, height, lengthMs: null };
}

/** Codecs, length and size as a reader of films finds them; a file that only begins like a film is none. */
export async function judgeVideo(services: Storage, key: string): Promise<Judged> {
  const file = await hashOf(services, key);
  const { CustomSource, Input, MP4, QTFF } = await import('mediabunny');
  const input = new Input({
    formats: [MP4, QTFF],
    source: new CustomSource({
      getSize: () => file.sizeBytes,
      read: (start, end) => readPart(services, key, start, end),
      prefetchProfile: 'fileSystem',
    }),
  });
  try {
    if (!(await input.canRead().catch(() => false))) throw refused('notFilm');
    const video = await input.getPrimaryVideoTrack();
    if (!video) throw refused('notFilm');
    const codec = await video.getCodec();
    if (!codec || !videoCodecs.includes(codec)) throw refused('codec', { codec: codec ?? '?' });
    const tracks = await input.getTracks();
    for (const sound of await input.getAudioTracks()) {
      const heard = await sound.getCodec();
      if (!heard || !audioCodecs.includes(heard)) throw refused('sound', { codec: heard ?? '?' });
    }
    const [width, height] = [await video.getCodedWidth(), await video.getCodedHeight()];
    if (Math.max(width, height) > longestSide) throw refused('tooWide', { width, height, most: longestSide });
    const seconds = await input.computeDuration();
    if (!(seconds >= itemSeconds.min)) throw refused('tooShort');
    if (seconds > itemSeconds.max) throw refused('tooLong', { most: itemSeconds.max });
    let filmBytes = 0;
    for (const track of tracks) {
      const { packetCount, averagePacketRate, averageBitrate } = await track.computePacketStats();
      if (averagePacketRate > 0) filmBytes += ((packetCount / averagePacketRate) * averageBitrate) / 8;
    }
    const beside = file.sizeBytes - filmBytes;
    if (beside > mostBesideFilm.bytes + file.sizeBytes * mostBesideFilm.part) throw refused('notOnlyFilm');
    return { kind: 'video', ...file, width, height, lengthMs: Math.round(seconds * 1000) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused('notFilm');
  } finally {
    input.dispose();
  }
}

async function readPart({ storage }: Storage, key: string, start: number, end: number): Promise<Uint8Array> {
  const stored = await storage.open(key, start);
  if (!stored) return new Uint8Array();
  const wanted = end - start;
  const parts: Buffer[] = [];
  let have = 0;
  for await (const chunk of stored.body as AsyncIterable<Buffer>) {
    parts.push(chunk);
    have += chunk.length;
    if (have >= wanted) break;
  }
  stored.body.destroy();
  return Buffer.concat(parts).subarray(0, wanted);
}
