import { Fleet, type FleetOptions } from '#simulators/devices/fleet.ts';
import { idleProfile } from './idle-profile.ts';
import type { DeviceLogin } from './orders.ts';

/** Claw machines with these logins, at which nobody plays by himself; `openLink` is where a bench listens in. */
export const clawFleet = ({
  logins,
  ...options
}: Pick<FleetOptions, 'url' | 'seed' | 'speed' | 'openLink' | 'onTrouble'> & {
  logins: readonly DeviceLogin[];
}): Fleet =>
  new Fleet({
    ...options,
    profileOf: () => idleProfile,
    connectPerSecond: 250,
    identities: logins.map(({ code, secretHex }) => ({
      code,
      type: 'claw',
      model: 'bench',
      secret: Buffer.from(secretHex, 'hex'),
    })),
  });
