import { describe, expect, it } from 'vitest';
import { sketchOf } from './sketch.ts';

const here = { latitude: 31.23, longitude: 121.47 };
const at = (north: number, east: number) => ({
  latitude: here.latitude + north,
  longitude: here.longitude + east,
});

describe('the sketch of shops around a player', () => {
  it('has north up and east to the right, with the player in the middle', () => {
    const { placed } = sketchOf(here, [at(0.01, 0), at(0, 0.01), at(-0.01, 0), at(0, 0)], 100);
    const [north, east, south, same] = placed;
    expect(north!.x).toBeCloseTo(0);
    expect(north!.y).toBeLessThan(0);
    expect(east!.y).toBeCloseTo(0);
    expect(east!.x).toBeGreaterThan(0);
    expect(south!.y).toBeGreaterThan(0);
    expect(same!.x).toBeCloseTo(0);
    expect(same!.y).toBeCloseTo(0);
  });

  it('draws the farther shop farther out, and all of them within its edge', () => {
    const shops = [at(0.001, 0), at(0.01, 0.01), at(0.4, -0.3), at(-9, 30)];
    const { placed, rings } = sketchOf(here, shops, 100);
    const distances = placed.map(({ x, y }) => Math.hypot(x, y));
    expect(distances.toSorted((a, b) => a - b)).toEqual(distances);
    expect(Math.max(...distances)).toBeLessThanOrEqual(100);
    expect(rings.at(-1)!.radius).toBe(100);
  });

  it('is drawn without any shop', () => {
    expect(sketchOf(here, [], 100).placed).toEqual([]);
  });
});
