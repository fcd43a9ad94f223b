import type { SettingsDocument } from './catalogue.ts';
import type { DeviceType } from './names.ts';

/*
 * How many seconds one play may take, by the settings of a machine. Machines count plays and do not say how long one took.
 * A needle game may go on with further stages: the first is what every play has.
 */
const secondsIn: Partial<Record<DeviceType, (settings: SettingsDocument) => unknown>> = {
  claw: ({ play }) => play?.gameTimeS,
  lipstick: ({ needleGame }) => (needleGame?.stages as { timeS?: unknown }[] | undefined)?.[0]?.timeS,
};

/** Those of which it is known. */
export const timedTypes = Object.keys(secondsIn) as DeviceType[];

/** null: the settings do not say it, or nobody knows how long a play of this type takes. */
export function playSecondsIn(type: DeviceType, settings: SettingsDocument): number | null {
  const seconds = secondsIn[type]?.(settings);
  return typeof seconds === 'number' ? seconds : null;
}
