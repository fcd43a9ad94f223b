import { Readable } from 'node:stream';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import type { Services } from '#kit/server/services.ts';
import { judgeVideo } from '../server/judge-media.ts';

const frames = 50;

/** A film whose frames nobody could decode, in a file that is whole: readers look at the file, not at the picture. */
async function film({
  codec = 'avc' as 'avc' | 'vp9',
  seconds = 5,
  width = 640,
}: {
  codec?: 'avc' | 'vp9';
  seconds?: number;
  width?: number;
} = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  await output.start();
  const size = { codedWidth: width, codedHeight: 360 };
  const decoderConfig =
    codec === 'avc'
      ? { codec: 'avc1.42001f', ...size, description: avcDescription }
      : { codec: 'vp09.00.10.08', ...size };
  for (let frame = 0; frame < frames; frame++) {
    const at = (frame * seconds) / frames;
    const packet = new EncodedPacket(frameBytes, frame % 10 === 0 ? 'key' : 'delta', at, seconds / frames);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** A decoder's description of baseline H.264, as short as it may be. */
const avcDescription = Uint8Array.from([
  ...[1, 0x42, 0, 0x1f, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 0x1f, 1, 0, 2, 0x68, 0xce],
]);
const frameBytes = Uint8Array.from([0, 0, 3, 0, ...Array.from({ length: 764 }, (_, index) => index % 251)]);

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
