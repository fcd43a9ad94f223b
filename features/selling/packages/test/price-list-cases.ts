import { expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import {
  createTestDevice,
  onlineDevice,
  type TestDevice,
} from '#features/machines/devices/test/test-device.ts';
import type { Client } from '#kit/contract/client.ts';
import { demoId } from '#kit/server/demo.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { packagesContract as calls } from '../contract.ts';

/** Part of packages.db.test.ts, on its server: the price list on the screens of machines. */
export function priceListCases(stage: () => { server: TestServer; merchant: Client }): void {
  const siteId = demoId('site:merchant:5');
  const send = (client = stage().merchant) => client.call(calls.sendCoinPackages, { fieldId: siteId });
  const recordOf = async ({ id }: TestDevice) => {
    const { records } = await stage().merchant.call(calls.listPriceLists, { fieldId: siteId, size: 100 });
    return records.find(({ equipmentId }) => equipmentId === id);
  };
  const listsOf = (machine: TestDevice) => machine.heard('prices');
  const answer = (machine: TestDevice, more: object = {}) =>
    machine.say('prices', { version: listsOf(machine).at(-1)!.version, state: 'applied', ...more });

  it('reaches every machine, which confirms for itself; asked again it is not sent again', async () => {
    const { server, merchant } = stage();
    const [claw, exchange] = [
      await onlineDevice(server, { siteId }),
      await onlineDevice(server, { siteId, type: 'exchange' }),
    ];
    const vending = await onlineDevice(server, { siteId, type: 'vending' });
    await merchant.call(calls.restoreCoinPackages, { fieldId: siteId });
    await merchant.call(calls.saveDiscount, {
      fieldId: siteId,
      name: 'listed',
      things: ['play', 'coins'],
    });
    const own = { name: 'own of the claw', priceFen: 600, coins: 9 };
    await merchant.call(calls.createDevicePackage, { equipmentId: claw.id, kind: 'coins', ...own });
    expect(await recordOf(claw)).toMatchObject({ state: 'never', current: null });

    expect((await send()).sent).toBeGreaterThanOrEqual(2);
    expect(await recordOf(claw)).toMatchObject({ state: 'sent', current: true, answeredAt: null });
    expect(listsOf(claw)).toMatchObject([{ packages: [own], discounts: [{ name: 'listed' }] }]);
    expect(
      listsOf(exchange)[0]?.packages.map(({ priceFen, recommended }) => [priceFen, recommended]),
    ).toEqual([
      [5000, true],
      [1000, false],
      [2000, false],
      [10_000, false],
    ]);
    // it sells neither plays nor coins: nothing there is cheaper
    expect(listsOf(vending)).toMatchObject([{ packages: [], discounts: [] }]);
    await answer(claw);
    await answer(exchange, { state: 'refused', reason: 'space' });
    await expect.poll(() => recordOf(claw), soon).toMatchObject({ state: 'applied', current: true });
    await expect.poll(() => recordOf(exchange), soon).toMatchObject({ state: 'refused', reason: 'space' });

    // the other two pages send the same list: who shows it already is left in peace, who refused is asked again
    await merchant.call(calls.sendDiscounts, { fieldId: siteId });
    const { current } = await merchant.call(calls.sendStoredPackages, { fieldId: siteId });
    expect(current).toBe(1);
    expect([listsOf(claw).length, listsOf(exchange).length]).toEqual([1, 3]);
    await merchant.call(calls.saveDiscount, { fieldId: siteId, name: 'another' });
    expect(await recordOf(claw)).toMatchObject({ state: 'applied', current: false });
  });

  it('waits for a machine that is away, and is then the list of that moment', async () => {
    const { server, merchant } = stage();
    const away = await createTestDevice(server, { siteId });
    await send();
    expect(await recordOf(away)).toMatchObject({ state: 'waiting', sentAt: null });
    await merchant.call(calls.saveDiscount, { fieldId: siteId, name: 'meanwhile' });
    await away.say('hello', away.hello('back', { pricesVersion: 0 }));
    await expect.poll(() => listsOf(away).length, soon).toBe(1);
    expect(listsOf(away)[0]?.discounts.map(({ name }) => name)).toContain('meanwhile');
    // its answer is lost; its next hello says that it shows the list
    const { version } = listsOf(away)[0]!;
    await away.say('hello', away.hello('again', { pricesVersion: version }));
    await expect.poll(() => recordOf(away), soon).toMatchObject({ state: 'applied', current: true });
    expect(listsOf(away)).toHaveLength(1);
    // a new board knows of nothing
    await away.say('hello', away.hello('new board', { pricesVersion: 0 }));
    await expect.poll(() => listsOf(away).length, soon).toBe(2);
    expect(listsOf(away)[1]!.version).toBeGreaterThan(version);
    // a word about the list before says nothing about this one
    await away.say('prices', { version, state: 'applied' });
    expect(await recordOf(away)).toMatchObject({ state: 'sent' });
  });

  it('that is not answered in time is silence, and comes again with the next hello or by hand', async () => {
    const { server, merchant } = stage();
    const mute = await onlineDevice(server, { siteId });
    await send();
    await server.services.db.raw`
      update price_list set sent_at = sent_at - interval '1 minute' where device_id = ${mute.id}`;
    await expect.poll(() => recordOf(mute), soon).toMatchObject({ state: 'silent' });
    await mute.say('hello', mute.hello('next'));
    await expect.poll(() => listsOf(mute).length, soon).toBe(2);
    expect(await merchant.call(calls.sendPriceLists, { ids: [mute.id] })).toMatchObject({ sent: 1 });
    await answer(mute);
    await expect.poll(() => recordOf(mute), soon).toMatchObject({ state: 'applied' });
  });

  it('is sent by who has the right, to machines of the own sites, where there are any', async () => {
    const { server, merchant } = stage();
    const { client } = await hireStaff(server, merchant, ['packages.view', 'packages.edit']);
    expect(await refusalOf(send(client))).toBe('kit:error.noPermission');
    const other = await server.as('merchant2');
    expect(await refusalOf(send(other))).toBe('sites:error.unknownSite');
    const machine = await createTestDevice(server, { siteId });
    const theirs = other.call(calls.sendPriceLists, { ids: [machine.id] });
    expect(await refusalOf(theirs)).toBe('kit:error.notFound');
    const { client: elsewhere } = await hireStaff(
      server,
      merchant,
      ['packages.view', 'packages.send'],
      [demoId('site:merchant:4')],
    );
    expect(await refusalOf(elsewhere.call(calls.sendPriceLists, { ids: [machine.id] }))).toBe(
      'kit:error.notFound',
    );
    expect((await elsewhere.call(calls.listPriceLists, { fieldId: siteId })).total).toBe(0);
  });
}
