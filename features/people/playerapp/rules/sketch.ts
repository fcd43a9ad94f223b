/** A map without streets: where shops lie around the player, by direction and distance. */
export interface Spot {
  latitude: number;
  longitude: number;
}

export interface Placed<T> {
  shop: T;
  x: number;
  y: number;
}

export interface Sketch<T> {
  placed: Placed<T>[];
  /** circles of equal distance around the player, the largest at the edge */
  rings: { metres: number; radius: number }[];
}

const metresPerDegree = 111_320;
const steps = [
  200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000,
  5_000_000,
];

function offsetOf(from: Spot, to: Spot): { east: number; north: number } {
  const north = (to.latitude - from.latitude) * metresPerDegree;
  const east = (to.longitude - from.longitude) * metresPerDegree * Math.cos((from.latitude * Math.PI) / 180);
  return { east, north };
}

/**
 * The centre is 0, 0, north is up, and everything lies within `radius`. The root of the distance is drawn, so that what
 * is near has room and what is far is still on the sketch.
 */
export function sketchOf<T extends Spot>(here: Spot, shops: readonly T[], radius: number): Sketch<T> {
  const offsets = shops.map((shop) => {
    const { east, north } = offsetOf(here, shop);
    return { shop, east, north, metres: Math.hypot(east, north) };
  });
  const farthest = Math.max(0, ...offsets.map(({ metres }) => metres));
  const edge = steps.find((step) => step >= farthest) ?? farthest;
  const drawn = (metres: number) => radius * Math.sqrt(metres / edge);
  return {
    placed: offsets.map(({ shop, east, north, metres }) => ({
      shop,
      x: metres === 0 ? 0 : (east / metres) * drawn(metres),
      y: metres === 0 ? 0 : (-north / metres) * drawn(metres),
    })),
    rings: [edge / 4, edge].map((metres) => ({ metres, radius: drawn(metres) })),
  };
}
