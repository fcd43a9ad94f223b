export interface Point {
  latitude: number;
  longitude: number;
}

export const earthRadiusM = 6_371_008;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance (haversine). */
export function distanceM(one: Point, other: Point): number {
  const dLat = radians(other.latitude - one.latitude);
  const dLng = radians(other.longitude - one.longitude);
  const a =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(dLng / 2) ** 2;
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(a)));
}

export interface Frame {
  centre: Point;
  /** from the middle of the drawing to its edge */
  radiusM: number;
  sizePx: number;
}

/** A flat drawing of a small area: good to a metre within some kilometres, which is what picking a shop needs. */
export function toPx(point: Point, frame: Frame): { x: number; y: number } {
  const metresPerPx = (2 * frame.radiusM) / frame.sizePx;
  const east =
    radians(point.longitude - frame.centre.longitude) *
    earthRadiusM *
    Math.cos(radians(frame.centre.latitude));
  const north = radians(point.latitude - frame.centre.latitude) * earthRadiusM;
  return { x: frame.sizePx / 2 + east / metresPerPx, y: frame.sizePx / 2 - north / metresPerPx };
}

export function toPoint(px: { x: number; y: number }, frame: Frame): Point {
  const metresPerPx = (2 * frame.radiusM) / frame.sizePx;
  const east = (px.x - frame.sizePx / 2) * metresPerPx;
  const north = (frame.sizePx / 2 - px.y) * metresPerPx;
  return rounded({
    latitude: frame.centre.latitude + ((north / earthRadiusM) * 180) / Math.PI,
    longitude:
      frame.centre.longitude +
      ((east / (earthRadiusM * Math.cos(radians(frame.centre.latitude)))) * 180) / Math.PI,
  });
}

/** Six places are about ten centimetres. */
export const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1e6) / 1e6,
  longitude: Math.round(longitude * 1e6) / 1e6,
});

const scalesM = [150, 300, 600, 1200, 2500, 5000];

/** The smallest round scale that shows all places, up to a walk's length. */
export function radiusFor(centre: Point, places: readonly Point[]): number {
  const farthestM = Math.max(0, ...places.map((place) => distanceM(centre, place)));
  return scalesM.find((scale) => scale >= farthestM * 1.1) ?? (scalesM.at(-1) as number);
}

export function distanceText(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${Math.round(metres / 100) / 10} km`;
}
