import { randomInt } from 'node:crypto';
import { findDeviceByCode } from '#features/machines/devices/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId, newSecret } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { type PairingPath, pairingCodeAlphabet, pairingCodeLength } from '#kit/protocol/pairing.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert } from '#kit/server/tables.ts';
import type { Owner, PairingState, pairingContract } from '../contract.ts';
import { pairings } from '../tables.ts';
import { scriptPath } from './simulated-bluetooth.ts';
import { simulatedMachines } from './simulated-machines.ts';
import { broadcastLengths, targetOf } from './smart-config.ts';

const tokenLength = 20;
/** To open the machine's own page, a person changes networks twice, by hand. */
const validMs = (path: PairingPath) => (path === 'ownpage' ? 30 : 10) * minuteMs;

/** Where it may have to be typed it is short: it is worth nothing but the recognition of one hello. */
const newToken = (path: PairingPath): string =>
  path === 'ownpage'
    ? Array.from(
        { length: pairingCodeLength },
        () => pairingCodeAlphabet[randomInt(pairingCodeAlphabet.length)],
      ).join('')
    : newSecret().slice(0, tokenLength);

/** Everyone sees their own attempts only. */
async function findPairing({ db, session }: StaffContext, id: string) {
  const [found] = await find(db.read, session.scope, pairings, { id, userId: session.userId });
  if (!found) throw missing();
  return found;
}

const broadcastTarget = (services: Services) => {
  const { broadcastAddress } = services.config.pairing;
  return broadcastAddress ? targetOf(broadcastAddress) : simulatedMachines(services)?.smartConfig;
};

const ownerOf = (device: object | undefined, own: boolean): Owner =>
  device ? (own ? 'own' : 'other') : 'free';

export const pairingHandlers: Handlers<typeof pairingContract> = {
  async startPairing({ db, session, clock, services }, { path }) {
    const expiresAt = new Date(clock.now().getTime() + validMs(path));
    const token = newToken(path);
    const id = newId();
    await db.transaction((tx) =>
      insert(tx, session.scope, pairings, { id, userId: session.userId, path, token, expiresAt }),
    );
    return {
      id,
      token,
      server: services.config.pairing.brokerUrl ?? '',
      expiresAt,
    };
  },

  async readPairing(context, { id }) {
    const pairing = await findPairing(context, id);
    const device = pairing.code ? await findDeviceByCode(context.db.read, pairing.code) : undefined;
    const own = device?.tenantId === context.session.tenantId;
    const expired = pairing.onlineAt === null && pairing.expiresAt <= context.clock.now();
    return {
      id,
      path: pairing.path,
      token: pairing.token,
      server: context.services.config.pairing.brokerUrl ?? '',
      expiresAt: pairing.expiresAt,
      state: (pairing.onlineAt ? 'online' : expired ? 'expired' : 'waiting') as PairingState,
      code: pairing.code,
      type: own ? device.type : null,
      model: own ? device.model : null,
      owner: pairing.code ? ownerOf(device, own) : null,
      equipmentId: own ? device.deviceId : null,
    };
  },

  async broadcastSmartConfig(context, { id, ssid, password }) {
    const pairing = await findPairing(context, id);
    const target = broadcastTarget(context.services);
    if (!target) throw invalid('pairing:error.noBroadcast');
    // the answer does not wait: the page follows the machine, not the packets
    broadcastLengths(target, { ssid, password, token: pairing.token }).catch((error: unknown) =>
      context.services.log.warn({ err: error }, 'SmartConfig'),
    );
  },

  async pairingAbilities({ services }) {
    const machines = simulatedMachines(services);
    return {
      smartConfig: broadcastTarget(services) !== undefined,
      simulated: machines?.waiting() ?? [],
      simulatedBluetooth: machines ? scriptPath : null,
    };
  },
};
