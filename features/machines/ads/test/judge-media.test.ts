import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Services } from '#kit/server/services.ts';
import { judgeVideo } from '../server/judge-media.ts';
import { film } from './film.ts';

const judge = (bytes: Buffer) =>
  judgeVideo(
    {
      storage: {
        open: async (_key: string, from = 0) => ({
          body: Readable.from([bytes.subarray(from)]),
          sizeBytes: bytes.length - from,
        }),
      } as unknown as Services['storage'],
    },
    'film.mp4',
  );
const refusal = async (bytes: Buffer) => {
  const error: unknown = await judge(bytes).catch((thrown: unknown) => thrown);
  return JSON.stringify(error);
};

describe('a video', () => {
  it('that machines can play is known by its codec, length and size', async () => {
    const judged = await judge(await film());
    expect(judged).toMatchObject({ kind: 'video', width: 640, height: 360, lengthMs: 5000 });
  });

  it('of another codec, too long, too short or too wide is refused with what is wrong', async () => {
    expect(await refusal(await film({ codec: 'vp9' }))).toContain('ads:error.codec');
    expect(await refusal(await film({ seconds: 400 }))).toContain('ads:error.tooLong');
    expect(await refusal(await film({ seconds: 0.5 }))).toContain('ads:error.tooShort');
    expect(await refusal(await film({ width: 4096 }))).toContain('ads:error.tooWide');
  });

  it('that carries something else beside the film is refused', async () => {
    const head = Buffer.alloc(8);
    const hidden = Buffer.alloc(600_000, 'PK\x03\x04');
    head.writeUInt32BE(hidden.length + 8);
    head.write('free', 4, 'latin1');
    expect(await refusal(Buffer.concat([await film(), head, hidden]))).toContain('ads:error.notOnlyFilm');
  });

  it('that is no film at all is refused', async () => {
    expect(await refusal(Buffer.from('<html>'.repeat(1000)))).toContain('ads:error.notFilm');
  });
});
