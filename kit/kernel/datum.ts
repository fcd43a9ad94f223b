/*
 * China's maps are drawn in GCJ-02, which lies some hundred metres beside what satellites say (WGS-84), by an offset that
 * changes from place to place. Our places are GCJ-02, as Tencent gives them; phones and most tiles are WGS-84.
 */
export interface Position {
  latitude: number;
  longitude: number;
}

/** The ellipsoid of Krasovsky 1940, on which the offset was defined. */
const majorAxisM = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;

/** Outside of the country both are the same. */
const isInChina = ({ latitude, longitude }: Position) =>
  longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;

/** Sum of `amplitude · sin(value · π / period)`. */
const waves = (value: number, list: readonly (readonly [amplitude: number, period: number])[]) =>
  list.reduce((sum, [amplitude, period]) => sum + amplitude * Math.sin((value * Math.PI) / period), 0);

function offsetOf({ latitude, longitude }: Position): Position {
  const x = longitude - 105;
  const y = latitude - 35;
  const common =
    (waves(x, [
      [20, 1 / 6],
      [20, 1 / 2],
    ]) *
      2) /
    3;
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    common +
    (waves(y, [
      [20, 1],
      [40, 3],
      [160, 12],
      [320, 30],
    ]) *
      2) /
      3;
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    common +
    (waves(x, [
      [20, 1],
      [40, 3],
      [150, 12],
      [300, 30],
    ]) *
      2) /
      3;
  const radians = (latitude * Math.PI) / 180;
  const bulge = 1 - eccentricity * Math.sin(radians) ** 2;
  const metresNorth = ((majorAxisM * (1 - eccentricity)) / bulge ** 1.5) * (Math.PI / 180);
  const metresEast = (majorAxisM / Math.sqrt(bulge)) * Math.cos(radians) * (Math.PI / 180);
  return { latitude: north / metresNorth, longitude: east / metresEast };
}

export function toGcj02(position: Position): Position {
  if (!isInChina(position)) return position;
  const offset = offsetOf(position);
  return { latitude: position.latitude + offset.latitude, longitude: position.longitude + offset.longitude };
}

const rounds = 4;

/** There is no formula for the way back: what leads here is looked for, to less than a centimetre. */
export function toWgs84(position: Position): Position {
  if (!isInChina(position)) return position;
  let found = position;
  for (let round = 0; round < rounds; round++) {
    const there = toGcj02(found);
    found = {
      latitude: found.latitude + position.latitude - there.latitude,
      longitude: found.longitude + position.longitude - there.longitude,
    };
  }
  return found;
}
