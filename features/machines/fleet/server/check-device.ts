import {
  findDeviceByCode,
  findIdentity,
  isUnclaimedOnline,
} from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { deviceCodeOf } from '#kit/protocol/messages.ts';
import { type StaffContext, sayFor } from '#kit/server/context.ts';
import type { fleetContract } from '../contract.ts';
import { toDeviceRecord } from './device-records.ts';
import { selectListed } from './fleet-queries.ts';

export async function checkDevice(
  context: StaffContext,
  { equipmentId }: ParsedInputOf<typeof fleetContract.checkDevice>,
): Promise<ResultOf<typeof fleetContract.checkDevice>> {
  const { session, db } = context;
  const code = deviceCodeOf(equipmentId);
  const nothing = { type: null, model: null, online: null, device: null };
  if (!code) return { ...nothing, code: equipmentId.slice(0, 24), owner: 'unknown' };
  const [identity, claimed] = await Promise.all([
    findIdentity(db.read, code),
    findDeviceByCode(db.read, code),
  ]);
  if (claimed?.tenantId === session.tenantId) {
    const [listed] = await selectListed(db.read, session.scope, { ids: [claimed.deviceId] });
    const model = claimed.model ?? identity?.model ?? null;
    return {
      code,
      owner: 'own',
      type: claimed.type,
      model,
      online: claimed.controlled ? claimed.online : null,
      device: listed ? toDeviceRecord(listed, sayFor(context)) : null,
    };
  }
  // Of another merchant's machine only that it is one.
  if (claimed) return { ...nothing, code, owner: 'other', type: claimed.type };
  if (!identity) return { ...nothing, code, owner: 'unknown' };
  if (identity.blockedAt) return { ...nothing, code, owner: 'blocked', type: identity.type };
  return {
    code,
    owner: 'free',
    type: identity.type,
    model: identity.model,
    online: await isUnclaimedOnline(db.read, code, context.clock.now()),
    device: null,
  };
}
