import { type Profile, profiles } from '#simulators/devices/profiles.ts';
import { calm } from '#simulators/devices/weather.ts';

/** Machines at which nothing happens by itself. */
export const idleProfile: Profile = {
  ...profiles.quiet,
  visitsPerHour: Array<number>(24).fill(0),
  wear: { jamPerPiece: 0, unseenPerPiece: 0 },
  faultsPerDay: 0,
  powerCutsPerDay: 0,
  weather: calm,
};
