import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { machineView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import { adsContract } from '../contract.ts';
import { adGroups, adMedia, adPlacements, adPlays, adPlaysAside, adScreens, adSwitches } from '../tables.ts';

export async function isSwitchedOn(reader: Reader, tenantId: string, scope: Scope): Promise<boolean> {
  const [found] = await find(reader, scope, adSwitches, { tenantId });
  return found?.isOn ?? true;
}

/** A column of the row around a piece of text: alone in a statement, Drizzle would not say whose it is. */
const of = (table: 'ad_media' | 'ad_group', column: string) =>
  sql`${sql.identifier(table)}.${sql.identifier(column)}`;

/** Pieces of text that count or add something up for the row of a list. */
const playsOf = (tenantId: SQL | unknown, itemId: unknown, days: number) =>
  sql<number>`coalesce((select floor(sum(p.thousandths) / 1000)::int from ad_play p where p.tenant_id = ${tenantId}
    and p.item_id = ${itemId} and p.hour_at >= now() - make_interval(days => ${days})), 0)`;

export const pageMedia = listing(adsContract.listMedia, (reader, scope, input) => {
  const media = rows(scope, adMedia);
  const { name, kind, createdAt, sizeBytes, lengthMs } = media;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(media, 'id', 'name', 'kind', 'link', 'sizeBytes', 'width', 'height', 'createdAt'),
          length: sql<number | null>`${lengthMs} / 1000.0`.mapWith(Number),
          groups: sql<number>`(select count(*)::int from ad_group g where g.tenant_id = ${of('ad_media', 'tenant_id')}
            and g.items @> jsonb_build_array(jsonb_build_object('mediaId', ${of('ad_media', 'id')})))`,
          plays: playsOf(of('ad_media', 'tenant_id'), of('ad_media', 'id'), 30),
        })
        .from(media),
    of: media,
    where: isNull(media.removedAt),
    filters: { name: search(name), kind: equals(kind) },
    ...newestFirst(media),
    sort: { createdAt, sizeBytes },
  });
});

export const pageGroups = listing(adsContract.listGroups, (reader, scope, input) => {
  const group = rows(scope, adGroups);
  const { name, createdAt } = group;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(group, 'id', 'name', 'fromDay', 'toDay', 'hours', 'createdAt'),
          picture: sql<string>`coalesce((select m.link from ad_media m where m.tenant_id = ${of('ad_group', 'tenant_id')}
            and m.id = (${of('ad_group', 'items')} -> 0 ->> 'mediaId')::uuid and m.kind = 'picture'), '')`,
          items: sql<number>`jsonb_array_length(${of('ad_group', 'items')})`,
          round: sql<number>`(select coalesce(sum((i ->> 'seconds')::int), 0)::int from jsonb_array_elements(${of('ad_group', 'items')}) i)`,
          machines: sql<number>`(select count(*)::int from ad_placement p
            join device d on d.tenant_id = p.tenant_id and d.id = p.device_id and d.unbound_at is null
            where p.tenant_id = ${of('ad_group', 'tenant_id')} and p.group_id = ${of('ad_group', 'id')})`,
        })
        .from(group),
    of: group,
    filters: { name: search(name) },
    ...newestFirst(group),
    sort: { createdAt, name },
  });
});

/** Machines with a screen, and what is known of it; those that never got anything have the state `none`. */
function screenRows(scope: Scope) {
  const { device, state, site, names, standing, ofState, ofSite } = machineView(scope);
  const screen = rows(scope, adScreens);
  return {
    device,
    state,
    site,
    screen,
    ofState,
    ofSite,
    ofScreen: and(eq(screen.tenantId, device.tenantId), eq(screen.deviceId, device.id)),
    selected: {
      ...names,
      type: standing.type,
      online: standing.online,
      tenantId: device.tenantId,
      items: sql<number>`coalesce(jsonb_array_length(${screen.content} -> 'items'), 0)`,
      state: stateOf(screen),
      percent: sql<number>`coalesce(${screen.percent}, 0)`,
      reason: screen.reason,
      freeBytes: state.freeBytes,
      changedAt: screen.changedAt,
    },
  };
}

type ScreenColumns = { state: unknown; content: unknown; due: unknown };
/** What is due is on its way; an empty screen that is as it should be shows nothing. */
const stateOf = ({ state, content, due }: ScreenColumns) =>
  sql<'waiting' | 'sent' | 'downloading' | 'applied' | 'failed' | 'none'>`case
    when ${state} is null then 'none' when ${due} then 'waiting'
    when ${state} = 'applied' and jsonb_array_length(${content} -> 'items') = 0 then 'none' else ${state} end`;

export const pageScreens = listing(adsContract.listScreens, (reader, scope, input) => {
  const { device, state, site, screen, selected, ofState, ofSite, ofScreen } = screenRows(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select(selected)
        .from(device)
        .innerJoin(state, ofState)
        .leftJoin(site, ofSite)
        .leftJoin(screen, ofScreen),
    where: and(isNull(device.unboundAt), device.controlled),
    filters: {
      keyword: search(sql`${device.number}::text`, device.code, device.name),
      fieldId: equals(device.siteId),
      state: (wanted) => sql`${stateOf(screen)} = ${wanted}`,
    },
    sort: { freeBytes: state.freeBytes, changedAt: screen.changedAt },
    // machines that show something stand first
    usual: [
      sql`coalesce(jsonb_array_length(${screen.content} -> 'items'), 0) = 0`,
      sql`${site.name}`,
      sql`${device.number}`,
    ],
    tie: device.id,
  });
});

export const pagePlacements = listing(adsContract.listPlacements, (reader, scope, input) => {
  const { device, site, names, ofSite } = machineView(scope);
  const placement = rows(scope, adPlacements);
  const group = rows(scope, adGroups);
  const screen = rows(scope, adScreens);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(placement, 'id', 'groupId', 'fromDay', 'toDay', 'hours', 'createdAt'),
          groupName: group.name,
          ...names,
          state: stateOf(screen),
        })
        .from(placement)
        .innerJoin(device, and(eq(device.tenantId, placement.tenantId), eq(device.id, placement.deviceId)))
        .innerJoin(group, and(eq(group.tenantId, placement.tenantId), eq(group.id, placement.groupId)))
        .leftJoin(site, ofSite)
        .leftJoin(
          screen,
          and(eq(screen.tenantId, placement.tenantId), eq(screen.deviceId, placement.deviceId)),
        ),
    of: placement,
    where: isNull(device.unboundAt),
    filters: {
      keyword: search(sql`${device.number}::text`, device.code, device.name, group.name),
      groupId: equals(placement.groupId),
      fieldId: equals(device.siteId),
      equipmentId: equals(placement.deviceId),
    },
    ...newestFirst(placement),
  });
});

export const pageAside = listing(adsContract.listAside, (reader, scope, input) => {
  const { device, names } = machineView(scope);
  const site = siteView(scope);
  const aside = rows(scope, adPlaysAside);
  const media = rows(scope, adMedia);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(aside, 'id', 'createdAt', 'hourAt', 'reason'),
          ...names,
          fieldId: aside.siteId,
          fieldName: site.name,
          name: sql<string>`coalesce(${media.name}, '')`,
          plays: sql<number>`${aside.thousandths} / 1000.0`.mapWith(Number),
        })
        .from(aside)
        .innerJoin(device, and(eq(device.tenantId, aside.tenantId), eq(device.id, aside.deviceId)))
        .leftJoin(site, atSite(site, aside))
        .leftJoin(media, and(eq(media.tenantId, aside.tenantId), eq(media.id, aside.itemId))),
    of: aside,
    filters: { reason: equals(aside.reason) },
    ...newestFirst(aside),
  });
});

/** How often each item was shown on a machine over some days. */
export async function playsOnDevice(
  reader: Reader,
  scope: Scope,
  deviceId: string,
  since: Date,
): Promise<Map<string, number>> {
  const play = rows(scope, adPlays);
  const found = await reader
    .select({
      itemId: play.itemId,
      plays: sql<number>`floor(sum(${play.thousandths}) / 1000)::int`,
    })
    .from(play)
    .where(and(eq(play.deviceId, deviceId), sql`${play.hourAt} >= ${since.toISOString()}::timestamptz`))
    .groupBy(play.itemId);
  return new Map(found.map(({ itemId, plays }) => [itemId, plays]));
}

/** Media of the merchant that are there, by id. */
export async function mediaOf(reader: Reader | Tx, scope: Scope, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const found =
    wanted.length === 0 ? [] : await find(reader, scope, adMedia, ({ id }) => inArray(id, wanted));
  return new Map(found.filter(({ removedAt }) => removedAt === null).map((media) => [media.id, media]));
}
