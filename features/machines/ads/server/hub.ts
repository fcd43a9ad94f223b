import type { DeviceView } from '#features/machines/devices/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { AsideReason } from '../contract/shared.ts';
import type { ScreenItem } from '../rules/content-rules.ts';

/** What other features have on screens besides the merchant's own groups: ad tasks. By machine. */
export type ItemSource = (
  reader: Reader,
  devices: readonly Pick<DeviceView, 'tenantId' | 'deviceId'>[],
) => Promise<Map<string, SourceItem[]>>;

export interface SourceItem extends ScreenItem {
  name: string;
  link: string;
}

/** Plays that were counted: of an item, in an hour, on a machine. */
export interface CountedPlay {
  tenantId: string;
  deviceId: string;
  siteId: string;
  itemId: string;
  hourAt: Date;
  thousandths: number;
}

/** What a machine told, and why it is counted nowhere; null: it is counted. */
export interface JudgedPlay extends CountedPlay {
  aside: AsideReason | null;
}

type PlayListener = (tx: Tx, plays: readonly JudgedPlay[]) => Promise<void>;

interface Hub {
  sources: ItemSource[];
  plays: PlayListener[];
}

const hubs = new WeakMap<Services, Hub>();

function hubOf(services: Services): Hub {
  const hub = hubs.get(services) ?? { sources: [], plays: [] };
  hubs.set(services, hub);
  return hub;
}

/** Called from the `start` of a higher feature that has something to show on screens. */
export const provideItems = (services: Services, source: ItemSource) =>
  void hubOf(services).sources.push(source);

/** Called in the transaction that counts them, with what was set aside too. */
export const onAdPlays = (services: Services, listener: PlayListener) =>
  void hubOf(services).plays.push(listener);

export const playListeners = (services: Services): readonly PlayListener[] => hubOf(services).plays;

export async function itemsOfOthers(
  services: Services,
  reader: Reader,
  devices: readonly Pick<DeviceView, 'tenantId' | 'deviceId'>[],
): Promise<Map<string, SourceItem[]>> {
  const all = new Map<string, SourceItem[]>();
  for (const source of hubOf(services).sources)
    for (const [deviceId, items] of await source(reader, devices))
      all.set(deviceId, [...(all.get(deviceId) ?? []), ...items]);
  return all;
}
