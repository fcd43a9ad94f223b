import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';

const frames = 50;

/** A film whose frames nobody could decode, in a file that is whole: readers look at the file, not at the picture. */
export async function film({
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
