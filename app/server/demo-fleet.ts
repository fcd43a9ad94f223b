import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { showMachines } from '#features/demo/showroom/server/public.ts';
import { findDeviceByCode, listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { useSimulatedMachines as offerSimulatedMachines } from '#features/machines/pairing/server/public.ts';
import type { FaultCode } from '#kit/protocol/faults.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { installation } from '#kit/server/installation.ts';
import type { Services } from '#kit/server/services.ts';
import type { DeviceIdentity } from '#simulators/devices/device-core.ts';
import { Fleet } from '#simulators/devices/fleet.ts';
import { folderStorage } from '#simulators/devices/folder-storage.ts';
import { PairingMode, type Wifi } from '#simulators/devices/pairing.ts';
import { startPairingRadio } from '#simulators/devices/pairing-radio.ts';
import { untilPowerLost } from '#simulators/devices/power.ts';
import { type Profile, profiles } from '#simulators/devices/profiles.ts';
import { SharedTimers } from '#simulators/devices/timers.ts';
import { windowOn } from './demo-window.ts';

/** The texts of the pairing page name this network and its password. */
const air: readonly Wifi[] = [
  { ssid: 'Arcade-2.4G', password: '12345678', dbm: -48 },
  { ssid: 'Mall-Guest', password: undefined, dbm: -63 },
  { ssid: 'Office', password: 'not-for-machines', dbm: -79 },
];

/** So many people that something happens every second or so, over some sixty machines. */
const lively: Profile = {
  ...profiles.arcade,
  visitsPerHour: profiles.arcade.visitsPerHour.map((visits) => visits * 2),
};
/**
 * Tests break machines themselves: what breaks by chance would be in the way of the person before it. Few people come:
 * each makes open pages load again, and who wants to play waits until they have gone.
 */
const unfailing: Profile = {
  ...lively,
  visitsPerHour: profiles.arcade.visitsPerHour.map((visits) => visits / 10),
  wear: { jamPerPiece: 0, unseenPerPiece: 0 },
  faultsPerDay: 0,
  powerCutsPerDay: 0,
};
/** Nobody comes to mend these, so that the page of faults always has something to show. */
const neglected: Profile = { ...lively, staffAfterMin: Number.POSITIVE_INFINITY };

/** Which device of a type, in the order of codes, stays unplugged or is at fault. */
const unplugged: readonly (readonly [DeviceType, number])[] = [
  ['claw', 4],
  ['claw', 9],
  ['vending', 1],
];
const faulty: readonly (readonly [DeviceType, number, FaultCode])[] = [
  ['claw', 2, 'prizeSensorBlocked'],
  ['exchange', 1, 'hopperJam'],
  ['vending', 2, 'dropNotSeen'],
];
const waitingForPairing = 4;

export interface DemoFleet {
  fleet: Fleet;
  stop(): Promise<void>;
}

/** Plays all machines of the demo database, so that every page moves. */
export async function startDemoFleet(
  services: Services,
  addresses: { broker: string; http: string },
): Promise<DemoFleet> {
  const logins = await listDeviceLogins(services.db.read, services.secrets);
  const { folder, codes } = await prepareFolder(
    services,
    logins.map(({ code }) => code),
  );
  const identities = logins.filter(({ code }) => codes.includes(code));
  const claimed = await claimedCodes(services, identities);
  const codeAt = ([type, index]: readonly [DeviceType, number, ...unknown[]]) =>
    identities.filter((identity) => identity.type === type && claimed.has(identity.code))[index]?.code;
  const faults = new Map(faulty.map((entry) => [codeAt(entry), entry[2]]));
  const pairing = identities.filter(({ code }) => !claimed.has(code)).slice(0, waitingForPairing);
  const resting = new Set([...unplugged.map(codeAt), ...pairing.map(({ code }) => code)]);
  const usual = services.config.demoCustomers ? lively : unfailing;
  const timers = new SharedTimers();
  const fleet = new Fleet({
    url: addresses.broker,
    identities,
    // nobody comes to a machine that is not set up yet; the person who registers one can try it
    profileOf: ({ code }) => (faults.has(code) ? neglected : claimed.has(code) ? usual : profiles.quiet),
    seed: 'demo',
    timers,
    storage: (code) => folderStorage(join(folder, code)),
    plugged: (code) => !resting.has(code),
    httpBase: addresses.http,
    onTrouble: (code, error) => services.log.warn({ err: error, code }, 'simulated device'),
  });
  await fleet.start();
  for (const [code, fault] of faults) if (code) timers.after(startedMs, () => jam(fleet, code, fault));
  const radio = await startPairingRadio(
    pairing.map((identity) => pairingMode(fleet, identity, timers, services)),
  );
  offerSimulatedMachines(services, radio);
  showMachines(
    services,
    windowOn(fleet, claimed, (code, error) => services.log.warn({ err: error, code }, 'simulated device')),
  );
  return {
    fleet,
    async stop() {
      await radio.stop();
      await fleet.stop();
    },
  };
}

/** By then every machine has read its memory. */
const startedMs = 3000;

function jam(fleet: Fleet, code: string, fault: FaultCode): void {
  const device = fleet.device(code);
  if (device.client.controller) device.jam(fault);
}

async function claimedCodes(services: Services, identities: readonly DeviceIdentity[]): Promise<Set<string>> {
  const found = await Promise.all(
    identities.map(async ({ code }) => ((await findDeviceByCode(services.db.read, code)) ? code : undefined)),
  );
  return new Set(found.filter((code) => code !== undefined));
}

function pairingMode(
  fleet: Fleet,
  identity: DeviceIdentity,
  timers: SharedTimers,
  services: Services,
): PairingMode {
  const { code, type, model } = identity;
  const device = fleet.device(code);
  return new PairingMode({
    info: { code, type, model },
    air,
    timers,
    onJoined({ server, token }) {
      device.client.pairWith(token, server || undefined);
      untilPowerLost(device.plug(), (error) => services.log.warn({ err: error, code }, 'simulated device'));
    },
    isConnected: () => device.online,
  });
}

interface Seeding {
  /** when the database was filled */
  of: unknown;
  codes: string[];
}

/**
 * What the machines remember belongs to one seeding of the database; after a reset they are new as well. Only machines of
 * the seeding are played: one that was made later may be a real one, or one of `npm run simulate`.
 */
async function prepareFolder(
  services: Services,
  present: string[],
): Promise<{ folder: string; codes: readonly string[] }> {
  const folder = join(services.config.dataDir, 'simulated-devices');
  const mark = join(folder, 'seeding.json');
  const [row] = await services.db.read.select().from(installation).where(eq(installation.name, 'demo'));
  const known = JSON.parse(await readFile(mark, 'utf8').catch(() => 'null')) as Seeding | null;
  if (JSON.stringify(known?.of) === JSON.stringify(row?.value)) return { folder, codes: known?.codes ?? [] };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const seeding: Seeding = { of: row?.value, codes: present };
  await writeFile(mark, JSON.stringify(seeding));
  return { folder, codes: present };
}
