import { eq } from 'drizzle-orm';
import { holdSites } from '#features/sites/server/public.ts';
import { uploadInfo } from '#features/uploads/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { deviceCodeOf } from '#kit/protocol/messages.ts';
import type { Handler } from '#kit/server/context.ts';
import { update } from '#kit/server/tables.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import { devices } from '../../tables.ts';
import { findDevice } from '../device-queries.ts';
import { tellChanges } from './device-changes.ts';
import { assertNumberFree, numbersAt } from './device-numbers.ts';
import { lockDevices, selectDescription } from './queries.ts';

export const updateDevice: Handler<typeof fleetContract.updateDevice> = async (context, input) => {
  const { scope } = context.session;
  const { equipmentId, ...fields } = input;
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  await context.db.transaction(async (tx) => {
    const { siteId } = await findDevice(tx, scope, equipmentId);
    if (fields.number !== undefined) await holdSites(tx, scope, [siteId]);
    const [before] = await lockDevices(tx, scope, [equipmentId]);
    if (before!.siteId !== siteId) throw missing();
    if (fields.number !== undefined)
      assertNumberFree(await numbersAt(tx, scope, siteId), fields.number, equipmentId);
    if (Object.keys(changes).length === 0) return;
    const [after] = await update(tx, scope, devices, (device) => eq(device.id, equipmentId), changes);
    await tellChanges(tx, context, [{ action: 'devices.update', device: after!, before, after }]);
  });
  return {};
};

export const saveDescription: Handler<typeof fleetContract.saveDescription> = async (context, input) => {
  const { scope } = context.session;
  await context.db.transaction(async (tx) => {
    const [before] = await lockDevices(tx, scope, [input.equipmentId]);
    const added = input.pictures.filter((link) => !before!.descriptionPictures.includes(link));
    for (const link of added)
      if (!(await uploadInfo(tx, scope, link)))
        throw invalidField('pictures', 'devices:error.foreignPicture');
    const [after] = await update(tx, scope, devices, (device) => eq(device.id, input.equipmentId), {
      descriptionText: input.text,
      descriptionPictures: input.pictures,
    });
    await tellChanges(tx, context, [{ action: 'devices.describe', device: after!, before, after }]);
  });
  return {};
};

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const readDescription: Handler<typeof fleetContract.readDescription> = async (
  context,
  { equipmentId },
) => {
  const found = await selectDescription(
    context.db.read,
    uuidPattern.test(equipmentId) ? { id: equipmentId } : { code: deviceCodeOf(equipmentId) ?? '' },
  );
  if (!found) throw missing();
  return found;
};
