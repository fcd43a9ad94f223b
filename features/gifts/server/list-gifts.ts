import { siteIdsOf } from '#features/accounts/server/public.ts';
import { listDevicesBySite } from '#features/devices/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import { selectPage } from '#kit/server/paging.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { giftsContract } from '../contract.ts';
import { countGifts, selectAllGifts, selectGift, selectGifts, toGiftRecords } from './gift-queries.ts';

export const listGifts: Handler<typeof giftsContract.listGifts> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const page = await selectPage(
    input,
    (window) => selectGifts(reader, scope, input, window),
    () => countGifts(reader, scope, input),
  );
  return { ...page, records: await toGiftRecords(reader, scope, page.records) };
};

export const readGift: Handler<typeof giftsContract.readGift> = async (context, { id }) => {
  const { scope } = context.session;
  const found = await selectGift(context.db.read, scope, id);
  if (!found) throw missing();
  const [record] = await toGiftRecords(context.db.read, scope, [found]);
  return record!;
};

/** The catalogue is the merchant's; an account with some sites works with the devices there. */
export const listUserGifts: Handler<typeof giftsContract.listUserGifts> = async (context, input) => {
  const { scope, tenantId, userId } = context.session;
  const reader = context.db.read;
  const siteIds = await siteIdsOf(reader, scope, input.userId ?? userId);
  if (siteIds === undefined) throw missing();
  const list = await selectAllGifts(reader, scope);
  if (siteIds === null) return toGiftRecords(reader, scope, list);
  const devices = await listDevicesBySite(reader, tenantScope(tenantId, siteIds));
  return toGiftRecords(
    reader,
    scope,
    list,
    [...devices.values()].flat().map((device) => device.id),
  );
};
