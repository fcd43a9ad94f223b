import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { machineView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { elsewhere, equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { firmwareContract, movingStates } from '../contract.ts';
import type { Newest } from '../rules/version-rules.ts';
import { rolloutItems, rollouts } from '../tables.ts';

export type RolloutRow = RowOf<typeof rollouts>;
export type ItemRow = RowOf<typeof rolloutItems>;

/** What devices tell of themselves may be anything: only numbers with dots are compared. */
const olderThan = (version: SQL, newest: string): SQL => {
  const wanted = newest.split('.').map(Number);
  return sql`case when ${version} ~ '^[0-9]{1,9}([.][0-9]{1,9}){0,2}$'
    then (string_to_array(${version}, '.')::int[] || array[0, 0])[1:3] < array[${sql.join(
      wanted.map((part) => sql`${part}::int`),
      sql`, `,
    )}] else false end`;
};

/** What each device runs and how far the rollout is in which it takes part; `newest` of whatever versions are made for. */
export function pageVersions(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof firmwareContract.listVersions>,
  newest: readonly Newest[],
) {
  const { device, state, site, names, standing, ofState, ofSite } = machineView(scope);
  const item = rows(scope, rolloutItems);
  const version = state[input.target];
  const outdated = newest.map(({ type, model, hardware, version: latest }) =>
    and(
      eq(device.type, type as DeviceType),
      model === '' ? undefined : eq(state.model, model),
      hardware.length === 0 ? undefined : inArray(state.hardware, [...hardware]),
      olderThan(sql`${version}`, latest),
    ),
  );
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...names,
          type: standing.type,
          online: standing.online,
          model: state.model,
          hardware: state.hardware,
          version,
          itemState: item.state,
          percent: item.percent,
        })
        .from(device)
        .leftJoin(state, ofState)
        .leftJoin(site, ofSite)
        .leftJoin(
          item,
          and(
            eq(item.tenantId, device.tenantId),
            eq(item.deviceId, device.id),
            inArray(item.state, ['waiting', ...movingStates]),
          ),
        ),
    where: and(
      isNull(device.unboundAt),
      device.controlled,
      input.target === 'app' ? sql`${state.app} is not null` : undefined,
    ),
    filters: {
      target: elsewhere,
      type: equals(device.type),
      fieldId: equals(device.siteId),
      keyword: search(sql`${device.number}::text`, device.code, device.name),
      outdated: (only) => (only ? (or(...outdated) ?? sql`false`) : undefined),
    },
    sort: { equipmentNo: device.number },
    usual: [asc(device.siteId), asc(device.sort), asc(device.number)],
    tie: device.id,
  });
}
export type VersionRow = Awaited<ReturnType<typeof pageVersions>>['records'][number];

export const pageRollouts = listing(firmwareContract.listRollouts, (reader, scope, input) => {
  const rollout = rows(scope, rollouts);
  return pageRows(reader, input, {
    from: () => reader.select().from(rollout),
    filters: { target: equals(rollout.target) },
    sort: { createdAt: rollout.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: rollout.id,
  });
});

export async function findRollout(reader: Reader, scope: Scope, id: string): Promise<RolloutRow | undefined> {
  const [found] = await find(reader, scope, rollouts, { id });
  return found;
}

export interface StateCount {
  state: ItemRow['state'];
  number: number;
}

/** How many devices of each rollout are in which state. */
export async function countItems(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, StateCount[]>> {
  if (ids.length === 0) return new Map();
  const item = rows(scope, rolloutItems);
  const counted = await reader
    .select({ rolloutId: item.rolloutId, state: item.state, number: sql<number>`count(*)::int` })
    .from(item)
    .where(inArray(item.rolloutId, [...ids]))
    .groupBy(item.rolloutId, item.state);
  return Map.groupBy(counted, ({ rolloutId }) => rolloutId);
}

export const itemsOf = (reader: Reader, scope: Scope, rolloutId: string): Promise<ItemRow[]> =>
  find(reader, scope, rolloutItems, { rolloutId });

/** With the devices that are still there and within the scope. */
export async function listedItems(reader: Reader, scope: Scope, rolloutId: string) {
  const { device, state, site, names, standing, ofState, ofSite } = machineView(scope);
  const item = rows(scope, rolloutItems);
  return reader
    .select({
      ...names,
      type: standing.type,
      online: standing.online,
      ...pick(item, 'state', 'percent', 'reason', 'fromVersion', 'version', 'stage', 'updatedAt'),
    })
    .from(item)
    .innerJoin(
      device,
      and(eq(device.tenantId, item.tenantId), eq(device.id, item.deviceId), isNull(device.unboundAt)),
    )
    .leftJoin(state, ofState)
    .leftJoin(site, ofSite)
    .where(eq(item.rolloutId, rolloutId))
    .orderBy(asc(item.stage), asc(item.deviceId));
}
export type ListedItem = Awaited<ReturnType<typeof listedItems>>[number];
