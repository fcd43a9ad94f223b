import { inArray } from 'drizzle-orm';
import { siteClock } from '#features/base/sites/server/public.ts';
import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { wallTime } from '#kit/kernel/site-day.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { maxOnScreen } from '../contract/shared.ts';
import { commonTerm, type ScreenContent, type ScreenItem } from '../rules/content-rules.ts';
import { adGroups, adPlacements } from '../tables.ts';
import { isSwitchedOn, mediaOf } from './ad-queries.ts';
import { itemsOfOthers } from './hub.ts';

type Machine = Pick<DeviceView, 'tenantId' | 'deviceId' | 'siteId'>;
type Media = Awaited<ReturnType<typeof mediaOf>>;

/** Groups on these machines, in the order in which they were placed. */
export async function placementsOn(reader: Reader, tenantId: string, deviceIds: readonly string[]) {
  const scope = tenantScope(tenantId);
  const placed = await find(reader, scope, adPlacements, ({ deviceId }) => inArray(deviceId, [...deviceIds]));
  const ids = [...new Set(placed.map(({ groupId }) => groupId))];
  const groups = ids.length > 0 ? await find(reader, scope, adGroups, ({ id }) => inArray(id, ids)) : [];
  const byId = new Map(groups.map((group) => [group.id, group]));
  return placed
    .toSorted(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id.localeCompare(other.id),
    )
    .flatMap((placement) => {
      const group = byId.get(placement.groupId);
      return group ? [{ placement, group }] : [];
    });
}

type Placed = Awaited<ReturnType<typeof placementsOn>>[number];

function itemsOf({ placement, group }: Placed, media: Media): ScreenItem[] {
  const term = commonTerm(group, placement);
  if (!term) return [];
  return group.items.flatMap(({ mediaId, seconds }) => {
    const file = media.get(mediaId);
    if (!file) return [];
    const { kind, sizeBytes, sha256 } = file;
    return [{ id: mediaId, mediaId, kind, sizeBytes, sha256, seconds, ...term }];
  });
}

/** What machines of one merchant are to show by what is placed now: own groups first, then what others offer. */
export async function contentFor(
  services: Services,
  reader: Reader,
  tenantId: string,
  machines: readonly Machine[],
  at: Date,
): Promise<Map<string, ScreenContent>> {
  const scope = tenantScope(tenantId);
  const placed = await placementsOn(
    reader,
    tenantId,
    machines.map(({ deviceId }) => deviceId),
  );
  const media = await mediaOf(
    reader,
    scope,
    placed.flatMap(({ group }) => group.items.map(({ mediaId }) => mediaId)),
  );
  const others = await itemsOfOthers(services, reader, machines);
  const shown = await isSwitchedOn(reader, tenantId, scope);
  const offsets = new Map<string, number>();
  for (const siteId of new Set(machines.map((machine) => machine.siteId))) {
    const clock = await siteClock(reader, scope, siteId);
    offsets.set(siteId, Math.round((wallTime(clock, at).getTime() - at.getTime()) / minuteMs));
  }
  return new Map(
    machines.map(({ deviceId, siteId }) => {
      const own = placed
        .filter(({ placement }) => placement.deviceId === deviceId)
        .flatMap((one) => itemsOf(one, media));
      const offered = (others.get(deviceId) ?? []).map(({ name: _name, link: _link, ...item }) => item);
      const items = [...own, ...offered].slice(0, maxOnScreen);
      return [deviceId, { items, utcOffsetMin: offsets.get(siteId) ?? 0, shown }];
    }),
  );
}
