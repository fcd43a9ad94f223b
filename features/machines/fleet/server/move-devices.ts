import { and, eq, isNull, sql } from 'drizzle-orm';
import { holdSites, siteNames } from '#features/base/sites/server/public.ts';
import {
  type DeviceRow,
  lockDevices,
  tellChanges,
  tellListed,
  updateDevices,
} from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { fleetContract } from '../contract.ts';
import { assertNumberFree, freeNumber } from '../rules/number-rules.ts';
import { numbersAt } from './fleet-queries.ts';

/** Under the lock of the site they come to. `numberOf` chooses among what is free there. */
async function move(
  tx: Tx,
  context: StaffContext,
  siteId: string,
  ids: readonly string[],
  numberOf: (device: DeviceRow, taken: ReadonlyMap<number, string>) => number,
): Promise<{ before: DeviceRow; number: number }[]> {
  const { scope } = context.session;
  await holdSites(tx, scope, [siteId]);
  const list = (await lockDevices(tx, scope, ids)).filter((device) => device.siteId !== siteId);
  const taken = await numbersAt(tx, scope, siteId);
  const names = await siteNames(tx, scope, [siteId, ...list.map((device) => device.siteId)]);
  const moved: { before: DeviceRow; number: number }[] = [];
  for (const before of list) {
    const number = numberOf(before, taken);
    taken.set(number, before.id);
    moved.push({ before, number });
    const sort = taken.size;
    await updateDevices(tx, scope, (device) => eq(device.id, before.id), {
      siteId,
      siteSince: context.clock.now(),
      number,
      sort,
    });
  }
  await tellChanges(
    tx,
    context,
    moved.map(({ before, number }) => ({
      action: 'devices.move',
      device: { ...before, number },
      before: { site: names.get(before.siteId), number: before.number },
      after: { site: names.get(siteId), number },
      event: { kind: 'moved', data: { from: names.get(before.siteId), to: names.get(siteId), number } },
    })),
  );
  return moved;
}

export async function moveDevice(
  context: StaffContext,
  input: ParsedInputOf<typeof fleetContract.moveDevice>,
): Promise<ResultOf<typeof fleetContract.moveDevice>> {
  const { equipmentId, fieldId } = input;
  return context.db.transaction(async (tx) => {
    const [moved] = await move(tx, context, fieldId, [equipmentId], (device, taken) => {
      const number = input.number ?? device.number;
      assertNumberFree(taken, number);
      return number;
    });
    if (moved) return { number: moved.number };
    const [device] = await lockDevices(tx, context.session.scope, [equipmentId]);
    return { number: device!.number };
  });
}

export async function moveDevices(
  context: StaffContext,
  { ids, fieldId }: ParsedInputOf<typeof fleetContract.moveDevices>,
): Promise<ResultOf<typeof fleetContract.moveDevices>> {
  const moved = await context.db.transaction((tx) =>
    move(tx, context, fieldId, ids, (device, taken) =>
      taken.has(device.number) ? freeNumber(taken) : device.number,
    ),
  );
  return {
    renumbered: moved
      .filter(({ before, number }) => before.number !== number)
      .map(({ before, number }) => ({ equipmentId: before.id, number })),
  };
}

export async function sortDevices(
  context: StaffContext,
  { fieldId, ids }: ParsedInputOf<typeof fleetContract.sortDevices>,
): Promise<ResultOf<typeof fleetContract.sortDevices>> {
  const { scope, tenantId } = context.session;
  const order = sql`array[${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]`;
  await context.db.transaction(async (tx) => {
    await holdSites(tx, scope, [fieldId]);
    const names = await siteNames(tx, scope, [fieldId]);
    // Those that came to the site while it was put in order stand behind.
    await updateDevices(tx, scope, (device) => and(eq(device.siteId, fieldId), isNull(device.unboundAt)), {
      sort: sql`coalesce(array_position(${order}, id), ${ids.length + 1})`,
    });
    await audit(tx, context, {
      action: 'devices.sort',
      entity: 'site',
      entityId: fieldId,
      siteId: fieldId,
      label: names.get(fieldId) ?? '',
      after: { devices: ids.length },
    });
    await tellListed(tx, [tenantId]);
  });
  return {};
}
