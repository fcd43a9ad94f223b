import { merchantByAccount, tenantName, tenantNames } from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { labelOf, lockDevices } from '#features/machines/devices/server/public.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { auditMany } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { transfersContract } from '../contract/transfers.ts';
import { deviceTransfers } from '../tables.ts';
import { acceptTransfers } from './accept-transfers.ts';
import {
  decideOffers,
  lockOffers,
  pageTransfers,
  type TransferRow,
  tellTransfers,
} from './transfer-queries.ts';

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
  await auditMany(
    tx,
    context,
    list.map((offer) => ({
      action: state === 'refused' ? 'devices.refuseOffer' : 'devices.withdrawOffer',
      entity: 'device',
      entityId: offer.deviceId,
      label: offer.deviceName ?? offer.code,
      before: { state: 'offered' },
      after: { state },
    })),
  );
}

export const transferHandlers: Handlers<typeof transfersContract> = {
  async listTransfers(context, input) {
    const { tenantId } = context.session;
    const partnerOf = (row: TransferRow) => (row.toTenantId === tenantId ? row.fromTenantId : row.toTenantId);
    const say = sayFor(context);
    const page = await pageTransfers(context.db.read, tenantId, input);
    const names = await tenantNames(context.db.read, page.records.map(partnerOf));
    return mapPage(page, (row) => ({
      ...row,
      direction: row.toTenantId === tenantId ? ('in' as const) : ('out' as const),
      equipmentName: row.deviceName,
      typeName: say(`devices:type.${row.type}`),
      partnerName: names.get(partnerOf(row)) ?? '',
    }));
  },

  async offerDevices(context, input) {
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
      await auditMany(
        tx,
        context,
        list.map((device) => ({
          action: 'devices.offer',
          entity: 'device',
          entityId: device.id,
          siteId: device.siteId,
          label: labelOf(device),
          after: { merchant: partner.name },
        })),
      );
      await sendSystemMessage(tx, context.services.texts, {
        audience: { kind: 'tenant', tenantId: partner.tenantId, label: partner.name },
        titleKey: 'fleet:message.offeredTitle',
        bodyKey: 'fleet:message.offeredBody',
        params: { name: (await tenantName(tx, tenantId)) ?? '', count: list.length },
        link: '/device_transfers',
      });
      await tellTransfers(tx, offers);
      return list.length;
    });
    return { partnerName: partner.name, count };
  },

  acceptTransfers,

  async refuseTransfers(context, { ids }) {
    await context.db.transaction((tx) => decide(tx, context, 'toTenantId', ids, 'refused'));
  },

  async withdrawTransfers(context, { ids }) {
    await context.db.transaction((tx) => decide(tx, context, 'fromTenantId', ids, 'withdrawn'));
  },
};
