import { merchantByAccount, tenantName, tenantNames } from '#features/accounts/server/public.ts';
import { sendSystemMessage } from '#features/content/server/public.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import { deviceTransfers } from '../../tables.ts';
import { labelOf } from './device-changes.ts';
import { lockDevices } from './queries.ts';
import {
  countTransfers,
  decideOffers,
  lockOffers,
  selectTransfers,
  type TransferRow,
  tellTransfers,
} from './transfer-queries.ts';

export const listTransfers: Handler<typeof fleetContract.listTransfers> = async (context, input) => {
  const { tenantId } = context.session;
  const page = await selectPage(
    input,
    (window) => selectTransfers(context.db.read, tenantId, input, window),
    () => countTransfers(context.db.read, tenantId, input),
  );
  const partnerOf = (row: TransferRow) => (row.toTenantId === tenantId ? row.fromTenantId : row.toTenantId);
  const names = await tenantNames(context.db.read, page.records.map(partnerOf));
  return {
    ...page,
    records: page.records.map((row) => ({
      ...row,
      direction: row.toTenantId === tenantId ? ('in' as const) : ('out' as const),
      partnerName: names.get(partnerOf(row)) ?? '',
      createdAt: row.createdAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    })),
  };
};

export const offerDevices: Handler<typeof fleetContract.offerDevices> = async (context, input) => {
  const { scope, tenantId, name } = context.session;
  const partner = await merchantByAccount(context.db.read, input.account);
  if (!partner) throw invalidField('account', 'devices:error.unknownMerchant');
  if (partner.tenantId === tenantId) throw invalidField('account', 'devices:error.ownAccount');
  const count = await context.db.transaction(async (tx) => {
    const list = await lockDevices(tx, scope, input.ids);
    const open = await lockOffers(tx, { fromTenantId: tenantId, deviceIds: list.map(({ id }) => id) });
    const offered = list.find((device) => open.some(({ deviceId }) => deviceId === device.id));
    if (offered) throw conflict('devices:error.alreadyOffered', { number: offered.number });
    const offers = list.map((device) => ({
      id: newId(),
      fromTenantId: tenantId,
      deviceId: device.id,
      toTenantId: partner.tenantId,
      code: device.code,
      type: device.type,
      deviceName: device.name,
      state: 'offered' as const,
      offeredBy: name,
    }));
    await tx.insert(deviceTransfers).values(offers);
    for (const device of list)
      await audit(tx, context, {
        action: 'devices.offer',
        entity: 'device',
        entityId: device.id,
        label: labelOf(device),
        after: { merchant: partner.name },
      });
    await sendSystemMessage(tx, context.services.texts, {
      audience: { kind: 'tenant', tenantId: partner.tenantId, label: partner.name },
      titleKey: 'devices:message.offeredTitle',
      bodyKey: 'devices:message.offeredBody',
      params: { name: (await tenantName(tx, tenantId)) ?? '', count: list.length },
      link: '/device_transfers',
    });
    await tellTransfers(tx, offers);
    return list.length;
  });
  return { partnerName: partner.name, count };
};

/** All of them or none: a person decides about what the page showed. */
async function decide(
  tx: Tx,
  context: StaffContext,
  end: 'fromTenantId' | 'toTenantId',
  ids: readonly string[],
  state: 'refused' | 'withdrawn',
): Promise<void> {
  const wanted = new Set(ids);
  const list = await lockOffers(tx, { ids: [...wanted], [end]: context.session.tenantId });
  if (list.length < wanted.size) throw conflict('devices:error.offerGone');
  await decideOffers(tx, list, state, context.clock.now());
  for (const offer of list)
    await audit(tx, context, {
      action: state === 'refused' ? 'devices.refuseOffer' : 'devices.withdrawOffer',
      entity: 'device',
      entityId: offer.deviceId,
      label: offer.deviceName ?? offer.code,
      before: { state: 'offered' },
      after: { state },
    });
}

export const refuseTransfers: Handler<typeof fleetContract.refuseTransfers> = async (context, { ids }) => {
  await context.db.transaction((tx) => decide(tx, context, 'toTenantId', ids, 'refused'));
  return {};
};

export const withdrawTransfers: Handler<typeof fleetContract.withdrawTransfers> = async (
  context,
  { ids },
) => {
  await context.db.transaction((tx) => decide(tx, context, 'fromTenantId', ids, 'withdrawn'));
  return {};
};
