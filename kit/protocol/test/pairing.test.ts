import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameCollector, framesOf, smartConfigLengths, smartConfigListener } from '../pairing.ts';

describe('frames over Bluetooth', () => {
  it('carry any text, in any order, and stay within the smallest MTU', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), fc.integer(), (text, turn) => {
        const frames = framesOf(text);
        expect(frames.every((frame) => frame.length <= 180)).toBe(true);
        const at = Math.abs(turn) % frames.length;
        const collect = frameCollector();
        const ends = [...frames.slice(at), ...frames.slice(0, at)].map((frame) => collect(frame));
        expect(ends.slice(0, -1).every((end) => end === undefined)).toBe(true);
        expect(ends.at(-1)).toBe(text.toWellFormed());
      }),
    );
  });
});

describe('SmartConfig', () => {
  const join = fc.record({
    ssid: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    password: fc.string({ maxLength: 40 }),
    token: fc.stringMatching(/^[a-z0-9]{8,16}$/),
  });

  it.each([
    // once a value that slipped to the place before it was believed
    { numRuns: 60, seed: -276291784 },
    { numRuns: 60 },
  ])(
    'is understood whatever the air adds to each packet, although some are lost, when it is repeated (%o)',
    (runs) => {
      fc.assert(
        fc.property(
          join,
          fc.integer({ min: 0, max: 60 }),
          fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
          (sent, added, luck) => {
            const lengths = smartConfigLengths(sent);
            const listen = smartConfigListener();
            const lost = luck[Symbol.iterator]();
            let heard: unknown;
            for (let round = 0; round < 40 && !heard; round++)
              for (const length of lengths) if (lost.next().value !== 0) heard ??= listen(length + added);
            expect(heard).toEqual(sent);
          },
        ),
        runs,
      );
    },
  );

  it('is not believed when a byte was heard wrongly', () => {
    const lengths = smartConfigLengths({ ssid: 'Shop', password: '12345678', token: 'abcdefgh' });
    const listen = smartConfigListener();
    const twisted = lengths.map((length, at) => (at === 11 ? length + 1 : length));
    expect([...twisted, ...twisted, ...twisted].map((length) => listen(length)).some(Boolean)).toBe(false);
    expect([...lengths, ...lengths].map((length) => listen(length)).some(Boolean)).toBe(true);
  });
});
