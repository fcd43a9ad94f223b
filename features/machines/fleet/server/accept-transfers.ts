import { tenantName } from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { holdSites } from '#features/base/sites/server/public.ts';
import {
  type DeviceRow,
  insertDevice,
  lockDevices,
  type StateRow,
  selectStates,
  setOwner,
  tellChanges,
  tellRegistered,
  updateStates,
} from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { fleetContract } from '../contract.ts';
import { freeNumber } from '../rules/number-rules.ts';
import { numbersAt } from './fleet-queries.ts';
import { decideOffers, lockOffers, selectOffers } from './transfer-queries.ts';
import { assertIdle, releaseDevices } from './unbind-devices.ts';

/** The machine itself does not notice that it changed hands: it stays connected and goes on counting. */
async function takeOver(
  tx: Tx,
  context: StaffContext,
  siteId: string,
  old: DeviceRow,
  state: Omit<StateRow, 'tenantId' | 'deviceId' | 'epoch' | 'seq' | 'counters'>,
): Promise<DeviceRow> {
  const { scope, tenantId } = context.session;
  const taken = await numbersAt(tx, scope, siteId);
  const device = await insertDevice(tx, scope, {
    id: newId(),
    siteId,
    ...pick(old, 'code', 'type', 'name', 'controlled'),
    number: taken.has(old.number) ? freeNumber(taken) : old.number,
    sort: taken.size + 1,
  });
  const { id } = device;
  await updateStates(tx, scope, [id], state);
  if (old.controlled)
    await setOwner(tx, [old.code], { tenantId, deviceId: id, claimedAt: context.clock.now() });
  return device;
}

/** What the state's own rules give the new row: the totals go on from where the former owner's ended. */
function carriedOver(state: StateRow) {
  const { tenantId: _, deviceId: __, epoch: ___, seq: ____, counters: _____, ...rest } = state;
  return rest;
}

async function tellFormerOwners(tx: Tx, context: StaffContext, olds: readonly DeviceRow[]): Promise<void> {
  const name = (await tenantName(tx, context.session.tenantId)) ?? '';
  for (const [tenantId, list] of Map.groupBy(olds, (device) => device.tenantId))
    await sendSystemMessage(tx, context.services.texts, {
      audience: { kind: 'tenant', tenantId },
      titleKey: 'fleet:message.acceptedTitle',
      bodyKey: 'fleet:message.acceptedBody',
      params: { name, count: list.length },
      link: '/device_transfers',
    });
}

export async function acceptTransfers(
  context: StaffContext,
  { ids, fieldId }: ParsedInputOf<typeof fleetContract.acceptTransfers>,
): Promise<ResultOf<typeof fleetContract.acceptTransfers>> {
  const { scope, tenantId } = context.session;
  const wanted = [...new Set(ids)];
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const offers = await selectOffers(tx, { ids: wanted, toTenantId: tenantId });
    if (offers.length < wanted.length) throw conflict('devices:error.offerGone');
    await holdSites(tx, scope, [fieldId]);
    const deviceIds = offers.map(({ deviceId }) => deviceId);
    const olds = await lockDevices(tx, platformScope, deviceIds);
    const open = await lockOffers(tx, { ids: wanted, toTenantId: tenantId });
    if (open.length < wanted.length) throw conflict('devices:error.offerGone');
    await assertIdle(tx, platformScope, olds);
    const states = new Map((await selectStates(tx, deviceIds)).map((state) => [state.deviceId, state]));
    await releaseDevices(tx, platformScope, olds, now);
    const added: DeviceRow[] = [];
    for (const old of olds)
      added.push(await takeOver(tx, context, fieldId, old, carriedOver(states.get(old.id)!)));
    await decideOffers(tx, open, 'accepted', now);
    await tellChanges(tx, context, [
      ...olds.map((device) => ({
        action: 'devices.handOver',
        device,
        before: { ...device },
        after: null,
        event: { kind: 'unbound', data: {} },
      })),
      ...added.map((device) => ({
        action: 'devices.takeOver',
        device,
        after: { ...device },
        event: { kind: 'registered', data: { number: device.number } },
      })),
    ]);
    await tellRegistered(tx, context, added);
    await tellFormerOwners(tx, context, olds);
    return { equipmentIds: added.map(({ id }) => id) };
  });
}
