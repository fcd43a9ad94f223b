import { raiseAlert } from '#features/alerts/server/public.ts';
import { noteOldLabels } from '#features/devices/server/public.ts';
import type { Services } from '#kit/server/services.ts';

interface Seen {
  /** since the last turn */
  fresh: Set<string>;
  /** of these the staff have been told, by us or by another server */
  told: Set<string>;
}

const seenBy = new WeakMap<Services, Seen>();
const seenOf = (services: Services): Seen => {
  const seen = seenBy.get(services) ?? { fresh: new Set(), told: new Set() };
  seenBy.set(services, seen);
  return seen;
};

/** Gathered in memory: looking at a machine writes nothing, however often somebody does. */
export function noteOldLabel(services: Services, deviceId: string): void {
  const { fresh, told } = seenOf(services);
  if (!told.has(deviceId)) fresh.add(deviceId);
}

/**
 * Tells the staff of machines whose label is an old one, once for each. One machine at a time: who pays for it waits for
 * the row that is changed here, and a hall may have hundreds of old labels.
 */
export async function tellOldLabels(services: Services): Promise<void> {
  const { fresh, told } = seenOf(services);
  for (const deviceId of [...fresh]) {
    await services.db.transaction(async (tx) => {
      const news = await noteOldLabels(tx, [deviceId], services.clock.now());
      for (const { tenantId, siteId, id } of news)
        await raiseAlert(tx, services, tenantId, { kind: 'oldLabel', siteId, deviceId: id });
    });
    fresh.delete(deviceId);
    told.add(deviceId);
  }
}

const tellEveryMs = 5000;

export function startOldLabelWriter(services: Services): () => Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    turn = turn
      .then(() => tellOldLabels(services))
      .catch((error: unknown) => services.log.error({ err: error }, 'old labels could not be told'));
  }, tellEveryMs);
  return async () => {
    clearInterval(timer);
    await turn;
  };
}
