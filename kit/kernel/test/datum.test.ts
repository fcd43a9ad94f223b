import { expect, it } from 'vitest';
import { type Position, toGcj02, toWgs84 } from '../datum.ts';

/** Pairs that other implementations of the offset publish. */
const known: [place: string, wgs84: Position, gcj02: Position][] = [
  [
    'Shanghai',
    { latitude: 31.1774276, longitude: 121.5272106 },
    { latitude: 31.17530398364597, longitude: 121.531541859215 },
  ],
  [
    'Shenzhen',
    { latitude: 22.543847, longitude: 113.912316 },
    { latitude: 22.540796131694766, longitude: 113.9171764808363 },
  ],
  [
    'Beijing',
    { latitude: 39.911954, longitude: 116.377817 },
    { latitude: 39.91334545536069, longitude: 116.38404722455657 },
  ],
];
/** six places of a degree are about ten centimetres */
const places = 6;

it.each(known)('%s stands where Chinese maps draw it, and finds back', (_, wgs84, gcj02) => {
  const there = toGcj02(wgs84);
  expect(there.latitude).toBeCloseTo(gcj02.latitude, places);
  expect(there.longitude).toBeCloseTo(gcj02.longitude, places);
  const back = toWgs84(gcj02);
  expect(back.latitude).toBeCloseTo(wgs84.latitude, places);
  expect(back.longitude).toBeCloseTo(wgs84.longitude, places);
});

it('outside of the country nothing moves', () => {
  const paris = { latitude: 48.8584, longitude: 2.2945 };
  expect(toGcj02(paris)).toEqual(paris);
  expect(toWgs84(paris)).toEqual(paris);
});
