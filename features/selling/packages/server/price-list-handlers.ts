import { assertSites, siteNames } from '#features/base/sites/server/public.ts';
import { type DeviceView, listDevices, listDevicesBySite } from '#features/machines/devices/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { sameValue } from '#kit/protocol/types/catalogue.ts';
import { auditMany } from '#kit/server/audit.ts';
import type { Handler, Handlers, StaffContext } from '#kit/server/context.ts';
import type { priceListCalls } from '../contract/price-lists.ts';
import { pagePriceLists } from './price-list-queries.ts';
import { askForLists, listsFor, post } from './send-price-lists.ts';

async function send(context: StaffContext, machines: readonly DeviceView[]) {
  const { session, services, clock } = context;
  const { letters, ...outcome } = await context.db.transaction(async (tx) => {
    const sending = await askForLists(tx, machines, { byName: session.name, now: clock.now() });
    const names = await siteNames(
      tx,
      session.scope,
      machines.map(({ siteId }) => siteId),
    );
    await auditMany(
      tx,
      context,
      [...Map.groupBy(machines, ({ siteId }) => siteId)].map(([siteId, there]) => ({
        action: 'packages.sendPrices',
        entity: 'site',
        entityId: siteId,
        label: names.get(siteId) ?? '',
        siteId,
        after: { machines: there.map(({ number }) => number) },
      })),
    );
    return sending;
  });
  await post(services, letters);
  return outcome;
}

/** Packages and discounts are one list on a screen: each of the three calls sends all of it. */
const sendToSite: Handler<typeof priceListCalls.sendDiscounts> = async (context, { fieldId }) => {
  const { scope } = context.session;
  const reader = context.db.read;
  await assertSites(reader, scope, [fieldId]);
  const there = (await listDevicesBySite(reader, scope, [fieldId])).get(fieldId) ?? [];
  const machines = await listDevices(reader, scope, { ids: there.map(({ id }) => id) });
  const controlled = machines.filter((machine) => machine.controlled);
  if (controlled.length === 0) throw invalidField('fieldId', 'packages:error.noControllers');
  return send(context, controlled);
};

export const priceListHandlers: Handlers<typeof priceListCalls> = {
  sendDiscounts: sendToSite,
  sendCoinPackages: sendToSite,
  sendStoredPackages: sendToSite,
  sendPointsPackages: sendToSite,

  async listPriceLists({ db, session, clock }, input) {
    const page = await pagePriceLists(db.read, session.scope, input);
    const machines = page.records.map(({ equipmentId, fieldId, type }) => ({
      tenantId: session.tenantId,
      deviceId: equipmentId,
      siteId: fieldId,
      type,
    }));
    const lists = await listsFor(db.read, machines, clock.now());
    return {
      ...page,
      records: page.records.map(({ list, ...record }) => ({
        ...record,
        current: list && sameValue(list, lists.get(record.equipmentId)),
      })),
    };
  },

  async sendPriceLists(context, { ids }) {
    const wanted = [...new Set(ids)];
    const { scope } = context.session;
    const found = await listDevices(context.db.read, scope, { ids: wanted });
    const controlled = found.filter((machine) => machine.controlled);
    if (controlled.length < wanted.length) throw missing();
    return send(context, controlled);
  },
};
