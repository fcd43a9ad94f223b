import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { expect, it } from 'vitest';
import { PacketMeter } from './packet-meter.ts';

const limits = { firstBytes: 200, laterBytes: 40_000 };

const publish = (payloadBytes: number): Packet => ({
  cmd: 'publish',
  topic: 't',
  payload: Buffer.alloc(payloadBytes),
  qos: 0,
  retain: false,
  dup: false,
});

/** cut wherever the network pleases */
function chunks(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

it('lets every packet within its limit through and none beyond it, however the stream is cut', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      sizes,
      fc.array(fc.nat(), { maxLength: 8 }),
      (first, later, cuts) => {
        const packets = [first, ...later].map((size) => generate(publish(size), { protocolVersion: 4 }));
        const fits = packets.every(
          (packet, index) => packet.length <= (index === 0 ? limits.firstBytes : limits.laterBytes),
        );
        const meter = new PacketMeter(limits);
        expect(chunks(Buffer.concat(packets), cuts).every((chunk) => meter.accepts(chunk))).toBe(fits);
      },
    ),
  );
});

it('refuses by the announcement alone, and a length that does not end', () => {
  expect(new PacketMeter(limits).accepts(Buffer.of(0x10, 0xff, 0xff, 0xff, 0x7f))).toBe(false);
  expect(new PacketMeter(limits).accepts(Buffer.of(0x10, 0xff, 0xff, 0xff, 0xff))).toBe(false);
});
