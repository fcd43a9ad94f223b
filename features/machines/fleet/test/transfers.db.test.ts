import { expect, it } from 'vitest';
import { devicesContract as calls } from '#features/machines/devices/contract.ts';
import type { CallError } from '#kit/contract/client.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { fleetContract } from '../contract.ts';

const { server, staff } = testServer();
const giver = staff('merchant');
const taker = staff('merchant2');
const giverSite = demoId('site:merchant:1');
const takerSite = demoId('site:merchant2:1');

async function newDevice(): Promise<{ equipmentId: string; code: string }> {
  const admin = await server.as('admin');
  const [identity] = await admin.call(calls.produceIdentities, { type: 'claw', model: 'T', count: 1 });
  const { code, claimPin } = identity!;
  return giver.call(fleetContract.registerDevice, { type: 'claw', code, claimPin, fieldId: giverSite });
}
async function offered() {
  const device = await newDevice();
  await giver.call(fleetContract.offerDevices, { ids: [device.equipmentId], account: 'merchant2' });
  const { records } = await taker.call(fleetContract.listTransfers, {
    direction: 'in',
    state: 'offered',
    size: 100,
  });
  return { device, offer: records.find(({ code }) => code === device.code)! };
}

it('an offer moves nothing until the other merchant accepts, and then the machine goes on as it was', async () => {
  const { device, offer } = await offered();
  const { raw } = server.services.db;
  await raw`update device_state set online = true, session = 's1', epoch = 3, seq = 41, counters = '{"plays": 900}'
    where device_id = ${device.equipmentId}`;
  expect(await giver.call(fleetContract.readDevice, { equipmentId: device.equipmentId })).toMatchObject({
    offered: true,
  });
  const { equipmentIds } = await taker.call(fleetContract.acceptTransfers, {
    ids: [offer.id],
    fieldId: takerSite,
  });
  const taken = await taker.call(fleetContract.readDevice, { equipmentId: equipmentIds[0]! });
  expect(taken).toMatchObject({ code: device.code, fieldId: takerSite, online: true });
  const [state] = await raw`select session, epoch::int, seq::int, counters from device_state
    where device_id = ${equipmentIds[0]!}`;
  // Else its first message would count 900 plays for the new owner.
  expect(state).toEqual({ session: 's1', epoch: 3, seq: 41, counters: { plays: 900 } });
  expect((await giver.call(fleetContract.listDevices, { keyword: device.code })).total).toBe(0);
  const [identity] = await raw`select tenant_id from device_identity where code = ${device.code}`;
  expect(identity).toEqual({ tenant_id: demoTenants.merchant2 });
});

it('an offer is answered once, by the side that is faster', async () => {
  const { device, offer } = await offered();
  const results = await Promise.allSettled([
    taker.call(fleetContract.acceptTransfers, { ids: [offer.id], fieldId: takerSite }),
    taker.call(fleetContract.refuseTransfers, { ids: [offer.id] }),
    giver.call(fleetContract.withdrawTransfers, { ids: [offer.id] }),
    giver.call(fleetContract.unbindDevices, { ids: [device.equipmentId] }),
    taker.call(fleetContract.acceptTransfers, { ids: [offer.id], fieldId: takerSite }),
  ]);
  for (const result of results)
    if (result.status === 'rejected') expect((result.reason as CallError).status).toBeLessThan(500);
  const rows = await server.services.db
    .raw`select tenant_id from device where code = ${device.code} and unbound_at is null`;
  expect(rows.length).toBeLessThanOrEqual(1);
  const [transfer] = await server.services.db.raw`select state from device_transfer where id = ${offer.id}`;
  expect(transfer?.state).not.toBe('offered');
  const accepted = rows.some(({ tenant_id }) => tenant_id === demoTenants.merchant2);
  expect(transfer?.state === 'accepted').toBe(accepted);
});

it('only the two merchants see an offer, and each end may do its own part', async () => {
  const { offer } = await offered();
  const third = await server.as('admin');
  expect(
    await refusalOf(giver.call(fleetContract.acceptTransfers, { ids: [offer.id], fieldId: giverSite })),
  ).toBe('devices:error.offerGone');
  expect(await refusalOf(giver.call(fleetContract.refuseTransfers, { ids: [offer.id] }))).toBe(
    'devices:error.offerGone',
  );
  expect(await refusalOf(taker.call(fleetContract.withdrawTransfers, { ids: [offer.id] }))).toBe(
    'devices:error.offerGone',
  );
  expect(await refusalOf(third.call(fleetContract.listTransfers, {}))).toBe('kit:error.noPermission');
  await taker.call(fleetContract.refuseTransfers, { ids: [offer.id] });
  const { records } = await giver.call(fleetContract.listTransfers, { direction: 'out', size: 100 });
  expect(records.find(({ id }) => id === offer.id)).toMatchObject({ state: 'refused', direction: 'out' });
});

it('a device is offered to one merchant at a time, to one that exists and is another', async () => {
  const { device } = await offered();
  const ids = [device.equipmentId];
  expect(await refusalOf(giver.call(fleetContract.offerDevices, { ids, account: 'merchant2' }))).toBe(
    'devices:error.alreadyOffered',
  );
  const other = await newDevice();
  const offerTo = (account: string) =>
    giver.call(fleetContract.offerDevices, { ids: [other.equipmentId], account });
  expect(await refusalOf(offerTo('merchant'))).toBe('devices:error.ownAccount');
  expect(await refusalOf(offerTo('nobody_there'))).toBe('devices:error.unknownMerchant');
  expect(await refusalOf(offerTo('agent'))).toBe('devices:error.unknownMerchant');
});
