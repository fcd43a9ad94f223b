import { assertSites } from '#features/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import { freeNumber, numbersAt } from './device-numbers.ts';
import { toDeviceRecords } from './device-record.ts';
import { countListed, selectListed } from './queries.ts';

export const listDevices: Handler<typeof fleetContract.listDevices> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const page = await selectPage(
    input,
    (window) => selectListed(reader, scope, input, window),
    () => countListed(reader, scope, input),
  );
  return { ...page, records: await toDeviceRecords(reader, scope, page.records) };
};

export const readDevice: Handler<typeof fleetContract.readDevice> = async (context, { equipmentId }) => {
  const { scope } = context.session;
  const found = await selectListed(context.db.read, scope, { ids: [equipmentId] });
  const [record] = await toDeviceRecords(context.db.read, scope, found);
  if (!record) throw missing();
  return record;
};

export const listDevicesOfSite: Handler<typeof fleetContract.listDevicesOfSite> = async (
  context,
  { fieldId },
) => {
  const { scope } = context.session;
  const reader = context.db.read;
  await assertSites(reader, scope, [fieldId]);
  return toDeviceRecords(reader, scope, await selectListed(reader, scope, { fieldId }));
};

export const proposeNumber: Handler<typeof fleetContract.proposeNumber> = async (context, { fieldId }) => {
  const { scope } = context.session;
  await assertSites(context.db.read, scope, [fieldId]);
  return { number: freeNumber(await numbersAt(context.db.read, scope, fieldId)) };
};
