import { assertSites, holdSites } from '#features/base/sites/server/public.ts';
import { uploadInfo } from '#features/base/uploads/server/public.ts';
import { isDeviceId } from '#features/machines/devices/contract/shared.ts';
import {
  deviceSubject,
  findDevice,
  priceSetterOf,
  requireReachable,
  selectSitePlays,
  selectUses,
  takingsOf,
} from '#features/machines/devices/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { deviceCodeOf } from '#kit/protocol/messages.ts';
import { change, changeRow } from '#kit/server/change.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { fleetDevicesContract } from '../contract/devices.ts';
import { assertNumberFree, freeNumber } from '../rules/number-rules.ts';
import { assertPrice } from './assert-price.ts';
import { checkDevice } from './check-device.ts';
import { shownPrice, toDeviceRecord } from './device-records.ts';
import { numbersAt, pageDevices, selectDescription, selectListed } from './fleet-queries.ts';
import { moveDevice, moveDevices, sortDevices } from './move-devices.ts';
import { readFigures } from './read-figures.ts';
import { registerDevice } from './register-device.ts';
import { unbindDevices } from './unbind-devices.ts';

const isGiven = (fields: object) => Object.values(fields).some((value) => value !== undefined);

/** The price of a machine with a controller of ours is a setting: the machine has to be there to take another one. */
async function pricedApart<F extends { priceFen?: number | null | undefined }>(
  context: StaffContext,
  equipmentId: string,
  { priceFen, ...fields }: F,
) {
  if (priceFen === undefined) return { fields };
  const device = await findDevice(context.db.read, context.session.scope, equipmentId);
  if (!device.controlled) return { fields: { ...fields, priceFen } };
  assertPrice(device, priceFen);
  if (priceFen === null || priceFen === shownPrice(device)) return { fields };
  requireReachable(device);
  return { fields, setPrice: () => priceSetterOf(context.services)?.(context, device, priceFen) };
}

export const deviceHandlers: Handlers<
  Omit<typeof fleetDevicesContract, 'readPlayerQr' | 'readLabelLinks' | 'printLabels'>
> = {
  async listDevices(context, input) {
    const page = await pageDevices(context.db.read, context.session.scope, input);
    const takings = await takingsOf(
      context,
      page.records.map(({ device }) => device.id),
    );
    const say = sayFor(context);
    return mapPage(page, (row) => ({
      ...toDeviceRecord(row, say),
      todayFen: takings?.get(row.device.id) ?? null,
    }));
  },

  async readDevice(context, { equipmentId }) {
    const [found] = await selectListed(context.db.read, context.session.scope, { ids: [equipmentId] });
    if (!found) throw missing();
    return toDeviceRecord(found, sayFor(context));
  },

  async listDevicesOfSite(context, { fieldId }) {
    const { scope } = context.session;
    await assertSites(context.db.read, scope, [fieldId]);
    const found = await selectListed(context.db.read, scope, { siteId: fieldId });
    return found.map((row) => toDeviceRecord(row, sayFor(context)));
  },

  readFigures,

  async readUses({ db, clock, session: { scope } }, { ids }) {
    const uses = await selectUses(db.read, scope, ids, clock.now());
    return [...uses].map(([equipmentId, hours]) => ({ equipmentId, hours }));
  },

  async readSitePlays({ db, clock, session: { scope } }, { ids }) {
    const plays = await selectSitePlays(db.read, scope, ids, clock.now());
    return [...plays].map(([fieldId, hours]) => ({ fieldId, hours }));
  },

  checkDevice,

  async proposeNumber({ db, session: { scope } }, { fieldId }) {
    await assertSites(db.read, scope, [fieldId]);
    return { number: freeNumber(await numbersAt(db.read, scope, fieldId)) };
  },

  registerDevice,

  async updateDevice(context, { equipmentId, ...given }) {
    const { scope } = context.session;
    const { fields, setPrice } = await pricedApart(context, equipmentId, given);
    await context.db.transaction(async (tx) => {
      const { siteId } = await findDevice(tx, scope, equipmentId);
      if (fields.number !== undefined) await holdSites(tx, scope, [siteId]);
      const reference = { id: equipmentId, action: 'devices.update' };
      await changeRow(tx, context, deviceSubject, reference, async (before) => {
        // It was moved while we waited for its site.
        if (before.siteId !== siteId) throw missing();
        if (fields.number !== undefined)
          assertNumberFree(await numbersAt(tx, scope, siteId), fields.number, equipmentId);
        return isGiven(fields) ? fields : undefined;
      });
    });
    await setPrice?.();
    return {};
  },

  moveDevice,
  moveDevices,
  sortDevices,
  unbindDevices,

  async readDescription({ db }, { equipmentId }) {
    const found = await selectDescription(
      db.read,
      isDeviceId(equipmentId) ? { id: equipmentId } : { code: deviceCodeOf(equipmentId) ?? '' },
    );
    if (!found) throw missing();
    return found;
  },

  async saveDescription(context, { equipmentId, text, pictures }) {
    const reference = { id: equipmentId, action: 'devices.describe' };
    await change(context, deviceSubject, reference, async (before, tx) => {
      const added = pictures.filter((link) => !before.descriptionPictures.includes(link));
      for (const link of added)
        if (!(await uploadInfo(tx, context.session.scope, link)))
          throw invalidField('pictures', 'devices:error.foreignPicture');
      return { descriptionText: text, descriptionPictures: pictures };
    });
    return {};
  },
};
