import type { SQL } from 'drizzle-orm';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Changes } from '#kit/server/owned-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { openStates } from '../rules/command-rules.ts';
import { deviceCommands, deviceEvents, deviceIdentities, deviceStates, devices } from '../tables.ts';

export type DeviceRow = RowOf<typeof devices>;
export type StateRow = RowOf<typeof deviceStates>;
export type EventRow = RowOf<typeof deviceEvents>;
export type DeviceColumns = ColumnsOf<typeof devices>;
export type StateColumns = ColumnsOf<typeof deviceStates>;

/** What lists of the fleet are made of. */
export const deviceRows = (scope: Scope) => rows(scope, devices);
export const stateRows = (scope: Scope) => rows(scope, deviceStates);
export const commandRows = (scope: Scope) => rows(scope, deviceCommands);
export const eventRows = (scope: Scope) => rows(scope, deviceEvents);

/** The state's row comes with it, by a trigger. */
export async function insertDevice(
  tx: Tx,
  scope: Scope,
  values: NewRowOf<typeof devices>,
): Promise<DeviceRow> {
  const [device] = await insert(tx, scope, devices, values);
  return device!;
}

export async function updateDevices(
  tx: Tx,
  scope: Scope,
  which: (device: DeviceColumns) => SQL | undefined,
  set: Changes<DeviceColumns>,
): Promise<void> {
  await update(tx, scope, devices, which, set);
}

export async function updateStates(
  tx: Tx,
  scope: Scope,
  deviceIds: readonly string[],
  set: Changes<StateColumns>,
): Promise<void> {
  await update(tx, scope, deviceStates, (state) => inArray(state.deviceId, [...deviceIds]), set);
}

export const selectStates = (tx: Tx, ids: readonly string[]): Promise<StateRow[]> =>
  find(tx, platformScope, deviceStates, (state) => inArray(state.deviceId, [...ids]));

/** Held until the transaction ends, in one order for everybody; throws when one is unknown, foreign or unbound. */
export async function lockDevices(tx: Tx, scope: Scope, ids: readonly string[]): Promise<DeviceRow[]> {
  const wanted = [...new Set(ids)];
  const found = await find(
    tx,
    scope,
    devices,
    (device) => and(isNull(device.unboundAt), inArray(device.id, wanted)),
    'update',
  );
  if (found.length < wanted.length) throw missing();
  return found;
}

/** The first of these devices that is still busy with a command. */
export async function findBusyDevice(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<string | undefined> {
  const command = commandRows(scope);
  const [found] = await tx
    .select({ deviceId: command.deviceId })
    .from(command)
    .where(and(inArray(command.deviceId, [...ids]), inArray(command.state, [...openStates])))
    .limit(1);
  return found?.deviceId;
}

/** The controller of this code; undefined when none was made. */
export async function findIdentity(reader: Reader, code: string) {
  const [found] = await reader.select().from(deviceIdentities).where(eq(deviceIdentities.code, code));
  return found;
}

/** Which of these controllers anybody may claim. */
export const selectFreeIdentities = (reader: Reader, codes: readonly string[]) =>
  reader
    .select()
    .from(deviceIdentities)
    .where(
      and(
        inArray(deviceIdentities.code, [...codes]),
        isNull(deviceIdentities.tenantId),
        isNull(deviceIdentities.blockedAt),
      ),
    );
