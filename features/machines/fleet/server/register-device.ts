import { holdSites } from '#features/base/sites/server/public.ts';
import {
  checkClaimPin,
  insertDevice,
  lockIdentity,
  newUncontrolledCode,
  setOwner,
  tellChanges,
  tellRegistered,
  updateStates,
} from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { type AppError, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { deviceCodeOf } from '#kit/protocol/messages.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { fleetContract } from '../contract.ts';
import { assertNumberFree, freeNumber } from '../rules/number-rules.ts';
import { assertPrice } from './assert-price.ts';
import { numbersAt } from './fleet-queries.ts';

type Input = ParsedInputOf<typeof fleetContract.registerDevice>;

/** The code that may be claimed, or why it may not. */
async function claimableCode(
  tx: Tx,
  context: StaffContext,
  input: Input,
): Promise<{ code: string } | { refusal: AppError }> {
  if (!input.code) throw invalidField('code', 'kit:validation.required');
  const code = deviceCodeOf(input.code);
  const identity = code ? await lockIdentity(tx, code) : undefined;
  if (!code || !identity) throw invalidField('code', 'devices:error.unknownCode');
  if (identity.tenantId)
    throw invalidField(
      'code',
      identity.tenantId === context.session.tenantId
        ? 'devices:error.alreadyOwn'
        : 'devices:error.claimedByOther',
    );
  if (identity.blockedAt) throw invalidField('code', 'devices:error.blocked');
  if (identity.type !== input.type) throw invalidField('type', 'devices:error.wrongType');
  const refusal = await checkClaimPin(tx, identity, input.claimPin, context.clock.now());
  return refusal ? { refusal } : { code };
}

async function addDevice(tx: Tx, context: StaffContext, input: Input, code: string) {
  const { scope } = context.session;
  const taken = await numbersAt(tx, scope, input.fieldId);
  if (input.number !== undefined) assertNumberFree(taken, input.number);
  const device = await insertDevice(tx, scope, {
    id: newId(),
    siteId: input.fieldId,
    code,
    number: input.number ?? freeNumber(taken),
    type: input.type,
    name: input.name ?? null,
    remark: input.remark || null,
    priceFen: input.priceFen ?? null,
    controlled: input.controlled,
    // behind those that were put in order by hand
    sort: taken.size + 1,
  });
  // the row came with the device's own
  if (input.controlled) await updateStates(tx, scope, [device.id], { newOwner: true });
  return device;
}

export async function registerDevice(
  context: StaffContext,
  input: Input,
): Promise<ResultOf<typeof fleetContract.registerDevice>> {
  const { scope, tenantId } = context.session;
  const result = await context.db.transaction(async (tx) => {
    await holdSites(tx, scope, [input.fieldId]);
    assertPrice(input, input.priceFen);
    const claim = input.controlled
      ? await claimableCode(tx, context, input)
      : { code: newUncontrolledCode() };
    if ('refusal' in claim) return claim;
    const device = await addDevice(tx, context, input, claim.code);
    if (input.controlled)
      await setOwner(tx, [claim.code], { tenantId, deviceId: device.id, claimedAt: context.clock.now() });
    await tellChanges(tx, context, [
      {
        action: 'devices.register',
        device,
        after: { ...device },
        event: { kind: 'registered', data: { number: device.number } },
      },
    ]);
    await tellRegistered(tx, context, [device]);
    return { device };
  });
  if ('refusal' in result) throw result.refusal;
  const { id, code, number } = result.device;
  return { equipmentId: id, code, number };
}
