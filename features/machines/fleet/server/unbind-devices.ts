import { inArray } from 'drizzle-orm';
import {
  type DeviceRow,
  findBusyDevice,
  lockDevices,
  setOwner,
  tellChanges,
  updateDevices,
  updateStates,
} from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { conflict } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { fleetContract } from '../contract.ts';
import { decideOffers, lockOffers } from './transfer-queries.ts';

/** A machine that may be about to pay out stays until that is settled. */
export async function assertIdle(tx: Tx, scope: Scope, list: readonly DeviceRow[]): Promise<void> {
  const busy = await findBusyDevice(
    tx,
    scope,
    list.map(({ id }) => id),
  );
  const device = list.find(({ id }) => id === busy);
  if (device) throw conflict('devices:error.commandOpen', { number: device.number });
}

/** Rows stay because orders and records name them; the code is free again. */
export async function releaseDevices(
  tx: Tx,
  scope: Scope,
  list: readonly DeviceRow[],
  now: Date,
): Promise<void> {
  const ids = list.map(({ id }) => id);
  await updateDevices(tx, scope, (device) => inArray(device.id, ids), { unboundAt: now });
  await updateStates(tx, scope, ids, {
    online: false,
    session: null,
  });
  await setOwner(
    tx,
    list.filter(({ controlled }) => controlled).map(({ code }) => code),
    null,
  );
}

export async function unbindDevices(
  context: StaffContext,
  input: ParsedInputOf<typeof fleetContract.unbindDevices>,
): Promise<ResultOf<typeof fleetContract.unbindDevices>> {
  const { scope, tenantId } = context.session;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const list = await lockDevices(tx, scope, input.ids);
    await assertIdle(tx, scope, list);
    await releaseDevices(tx, scope, list, now);
    const withdrawn = await lockOffers(tx, { fromTenantId: tenantId, deviceIds: list.map(({ id }) => id) });
    await decideOffers(tx, withdrawn, 'withdrawn', now);
    await tellChanges(
      tx,
      context,
      list.map((device) => ({
        action: 'devices.unbind',
        device,
        before: { ...device },
        after: null,
        event: { kind: 'unbound', data: {} },
      })),
    );
  });
  return {};
}
