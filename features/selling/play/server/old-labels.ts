import { type DeviceView, noteOldLabels, warnOf } from '#features/machines/devices/server/public.ts';
import type { Services } from '#kit/server/services.ts';

type Machine = Pick<DeviceView, 'tenantId' | 'siteId' | 'deviceId'>;

interface Seen {
  /** since the last turn */
  fresh: Set<string>;
  /** of these the staff have been told, by us or by another server */
  told: Set<string>;
  /** scanned by a label with a wrong signature, since the last turn */
  forged: Map<string, Machine>;
}

const seenBy = new WeakMap<Services, Seen>();
const seenOf = (services: Services): Seen => {
  const seen = seenBy.get(services) ?? { fresh: new Set(), told: new Set(), forged: new Map() };
  seenBy.set(services, seen);
  return seen;
};

/** Gathered in memory: looking at a machine writes nothing, however often somebody does. */
export function noteOldLabel(services: Services, deviceId: string): void {
  const { fresh, told } = seenOf(services);
  if (!told.has(deviceId)) fresh.add(deviceId);
}

/** A label that somebody else made: the staff shall look at the machine. */
export function noteForgedLabel(services: Services, machine: Machine): void {
  const { forged } = seenOf(services);
  if (forged.size < mostForged) forged.set(machine.deviceId, machine);
}

/** One alert for a machine while it is open, however often such a label is scanned. */
async function tellForgedLabels(services: Services): Promise<void> {
  const { forged } = seenOf(services);
  for (const [key, { tenantId, siteId, deviceId }] of [...forged]) {
    await services.db.transaction((tx) =>
      warnOf(tx, services, { kind: 'forgedLabel', tenantId, siteId, deviceId }),
    );
    forged.delete(key);
  }
}

/**
 * Tells the staff of machines whose label is an old one, once for each. One machine at a time: who pays for it waits for
 * the row that is changed here, and a hall may have hundreds of old labels.
 */
async function tellOldLabels(services: Services): Promise<void> {
  const { fresh, told } = seenOf(services);
  for (const deviceId of [...fresh]) {
    await services.db.transaction(async (tx) => {
      const news = await noteOldLabels(tx, [deviceId], services.clock.now());
      for (const { tenantId, siteId, id } of news)
        await warnOf(tx, services, { kind: 'oldLabel', tenantId, siteId, deviceId: id });
    });
    fresh.delete(deviceId);
    told.add(deviceId);
  }
}

const tellEveryMs = 5000;
/** Invented signatures for all machines fill no memory. */
const mostForged = 100;

/** What players saw of labels since the last turn. */
export async function tellLabels(services: Services): Promise<void> {
  await tellOldLabels(services);
  await tellForgedLabels(services);
}

export function startLabelWriter(services: Services): () => Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    turn = turn
      .then(() => tellLabels(services))
      .catch((error: unknown) => services.log.error({ err: error }, 'labels could not be told'));
  }, tellEveryMs);
  return async () => {
    clearInterval(timer);
    await turn;
  };
}
