import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { DeviceView } from '#features/devices/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { movingStates, type Rollout } from '../contract.ts';
import { rolloutItems, rollouts } from '../tables.ts';

async function countItems(reader: Reader, scope: Scope, ids: string[]) {
  const item = rows(scope, rolloutItems);
  const counted = await reader
    .select({ rolloutId: item.rolloutId, state: item.state, number: sql<number>`count(*)::int` })
    .from(item)
    .where(inArray(item.rolloutId, ids))
    .groupBy(item.rolloutId, item.state);
  return Map.groupBy(counted, ({ rolloutId }) => rolloutId);
}

const ofStates = (list: { state: string; number: number }[], states: readonly string[]) =>
  list.filter(({ state }) => states.includes(state)).reduce((sum, { number }) => sum + number, 0);

const rowsOfRollouts = (scope: Scope) => rows(scope, rollouts);
type RolloutRow = ReturnType<typeof rowsOfRollouts>['$inferSelect'];

async function present(reader: Reader, scope: Scope, found: RolloutRow[]): Promise<Rollout[]> {
  if (found.length === 0) return [];
  const counts = await countItems(
    reader,
    scope,
    found.map(({ id }) => id),
  );
  return found.map((row) => {
    const list = counts.get(row.id) ?? [];
    return {
      ...row,
      createdAt: row.createdAt.toISOString(),
      total: list.reduce((sum, { number }) => sum + number, 0),
      waiting: ofStates(list, ['waiting']),
      moving: ofStates(list, movingStates),
      installed: ofStates(list, ['installed']),
      failed: ofStates(list, ['failed', 'rolledBack']),
    };
  });
}

export async function listRolloutRows(
  reader: Reader,
  scope: Scope,
  filter: { target?: 'firmware' | 'app' },
): Promise<Rollout[]> {
  const rollout = rowsOfRollouts(scope);
  const found = await reader
    .select()
    .from(rollout)
    .where(filter.target && eq(rollout.target, filter.target))
    .orderBy(desc(rollout.createdAt), desc(rollout.id));
  return present(reader, scope, found);
}

export async function findRollout(reader: Reader, scope: Scope, id: string): Promise<Rollout | undefined> {
  const rollout = rowsOfRollouts(scope);
  const found = await reader.select().from(rollout).where(eq(rollout.id, id));
  return (await present(reader, scope, found))[0];
}

export async function itemsOf(reader: Reader, scope: Scope, rolloutId: string) {
  const item = rows(scope, rolloutItems);
  return reader.select().from(item).where(eq(item.rolloutId, rolloutId)).orderBy(item.stage, item.deviceId);
}

/** The rollout each device is in right now. */
export async function openItems(reader: Reader, scope: Scope) {
  const item = rows(scope, rolloutItems);
  const found = await reader
    .select()
    .from(item)
    .where(and(inArray(item.state, ['waiting', ...movingStates])));
  return new Map(found.map((row) => [row.deviceId, row]));
}

export const presentDevice = (device: DeviceView, siteNames: ReadonlyMap<string, string>) => ({
  equipmentId: device.deviceId,
  code: device.code,
  number: device.number,
  name: device.name,
  type: device.type,
  fieldId: device.siteId,
  fieldName: siteNames.get(device.siteId) ?? '',
  online: device.online,
});
