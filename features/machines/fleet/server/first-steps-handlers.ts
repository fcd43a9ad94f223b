import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import {
  deviceRows,
  lockDevices,
  selectFreeIdentities,
  signLabel,
  simulatedCodes,
  stateRows,
  tellChanges,
  updateDevices,
} from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { limits } from '#kit/protocol/limits.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { firstStepsContract } from '../contract/first-steps.ts';
import { playerPath } from '../contract/qr-labels.ts';
import { firstMachine } from '../rules/first-machine-rules.ts';

/** A merchant with more machines than this is long past the first steps. */
const lookedAt = 20;
const offeredAtMost = 12;

/** The newest machines with a controller of ours. */
async function newestMachines(reader: Reader, scope: Scope) {
  const device = deviceRows(scope);
  const state = stateRows(scope);
  return reader
    .select({
      equipmentId: device.id,
      equipmentNo: device.number,
      equipmentName: device.name,
      ...pick(device, 'code', 'type', 'priceFen', 'labelledAt'),
      lastSeenAt: state.lastSeenAt,
    })
    .from(device)
    .innerJoin(state, and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)))
    .where(and(isNull(device.unboundAt), device.controlled))
    .orderBy(desc(device.id))
    .limit(lookedAt);
}

export const firstStepsHandlers: Handlers<typeof firstStepsContract> = {
  async readFirstMachine({ db, session, services }) {
    const { machine, ...reached } = firstMachine(await newestMachines(db.read, session.scope));
    const playPath = machine && playerPath(machine.code, signLabel(services.secrets, machine.code));
    return { machine: machine && playPath ? { ...machine, playPath } : null, ...reached };
  },

  async noteLabels(context, { ids }) {
    const { scope } = context.session;
    const labelledAt = context.clock.now();
    await context.db.transaction(async (tx) => {
      const list = await lockDevices(tx, scope, ids);
      await updateDevices(
        tx,
        scope,
        (device) =>
          inArray(
            device.id,
            list.map(({ id }) => id),
          ),
        { labelledAt },
      );
      await tellChanges(
        tx,
        context,
        list.map((device) => ({ action: 'devices.label', device, after: { labelledAt } })),
      );
    });
  },

  /** Those that are on come first, and among them the claw machines: one can play with them at once. */
  async listFreeMachines({ db, clock }) {
    const found = await selectFreeIdentities(db.read, simulatedCodes());
    const heardSince = clock.now().getTime() - limits.silentAfterMs;
    return found
      .map(({ code, claimPin, type, model, lastSeenAt }) => ({
        code,
        claimPin,
        type,
        model,
        online: lastSeenAt !== null && lastSeenAt.getTime() >= heardSince,
      }))
      .sort((a, b) => Number(b.online) - Number(a.online) || (a.code < b.code ? -1 : 1))
      .slice(0, offeredAtMost);
  },
};
