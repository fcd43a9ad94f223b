import { describe, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { findDevice } from '#features/machines/devices/server/public.ts';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { settingsContract } from '#features/machines/settings/contract.ts';
import { readDeviceSettings } from '#features/machines/settings/server/public.ts';
import { connected } from '#features/machines/settings/test/fake-device.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { packagesContract as calls } from '../contract.ts';
import { explainPrice, giveUpPrice, offersFor, priceOf, takePrice, type Visit } from '../server/public.ts';
import { priceListCases } from './price-list-cases.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const other = staff('merchant2');

const tenantId = demoTenants.merchant;
/** Sites of the demo that have no packages, one for each group of tests. */
const [third, fourth] = [demoId('site:merchant:3'), demoId('site:merchant:4')] as const;
const first = demoId('site:merchant:1');
let named = 0;
const newName = () => `package ${++named}`;
const values = (more: object = {}) => ({
  name: newName(),
  priceFen: 2000,
  coins: 20,
  bonusCoins: 2,
  ...more,
});
const create = (fieldId: string, more: object = {}, client = merchant) =>
  client.call(calls.createCoinPackage, { fieldId, ...values(more) });
const listed = async (fieldId: string, client = merchant) =>
  (await client.call(calls.listCoinPackages, { fieldId, size: 100 })).records;
const versionOf = async (fieldId: string) =>
  (await merchant.call(calls.readTerms, { fieldId })).version?.number ?? 0;
const visit = (siteId: string, more: Partial<Visit> = {}): Visit => ({
  tenantId,
  siteId,
  deviceId: null,
  now: server.clock.now(),
  ...more,
});
const reader = () => server.services.db.read;

describe('packages of a site', () => {
  it('are added, changed and taken off, and each change is a version', async () => {
    const before = await versionOf(third);
    const { id } = await create(third, { name: 'twenty' });
    const given = { ...values(), id, name: 'twenty', priceFen: 1900 };
    await merchant.call(calls.changeCoinPackage, given);
    expect(await listed(third)).toMatchObject([{ id, name: 'twenty', priceFen: 1900, standing: 'holds' }]);
    expect(await versionOf(third)).toBe(before + 2);
    await merchant.call(calls.changeCoinPackage, given);
    expect(await versionOf(third)).toBe(before + 2);
    await merchant.call(calls.removeCoinPackages, { ids: [id] });
    expect(await listed(third)).toEqual([]);
    expect(await versionOf(third)).toBe(before + 3);
    expect(await refusalOf(merchant.call(calls.changeCoinPackage, given))).toBe('kit:error.notFound');
  });

  it('that run are changed without touching their start, which may not move into the past', async () => {
    const { id } = await create(third, { name: 'running' });
    await server.services.db.raw`update price_package set from_day = '2020-01-01' where id = ${id}`;
    const given = { ...values(), id, name: 'running', fromDay: '2020-01-01' };
    await merchant.call(calls.changeCoinPackage, { ...given, priceFen: 1800 });
    const moved = merchant.call(calls.changeCoinPackage, { ...given, fromDay: '2020-01-02' });
    expect((await refusal(moved)).issues).toMatchObject([{ path: 'fromDay', key: 'kit:validation.pastDay' }]);
    expect(await listed(third)).toMatchObject([{ id, priceFen: 1800, fromDay: '2020-01-01' }]);
    await merchant.call(calls.removeCoinPackages, { ids: [id] });
    const discount = { fieldId: third, name: 'past', toDay: '2020-01-01' };
    expect(await refusalOf(merchant.call(calls.saveDiscount, discount))).toBe('kit:validation.pastDay');
  });

  it('are refused where they make no sense, and nothing changes', async () => {
    await create(third, { name: 'taken' });
    const before = [await listed(third), await versionOf(third)];
    expect(await refusalOf(create(third, { name: 'TAKEN' }))).toBe('packages:error.sameName');
    expect(await refusalOf(create(third, { fromDay: '2026-12-02', toDay: '2026-12-01' }))).toBe(
      'packages:error.endsBeforeStart',
    );
    expect(await refusalOf(create(third, { fromDay: '0000-01-01' }))).toBe('kit:error.badInput');
    expect(await refusalOf(create(third, { toDay: '9999-12-31' }))).toBe('kit:error.badInput');
    expect(await refusalOf(create(third, { fromDay: '2020-01-01' }))).toBe('kit:validation.pastDay');
    const hours = [{ days: [1], period: '10:00-10:00' }];
    expect(await refusalOf(create(third, { hours }))).toBe('packages:error.emptyPeriod');
    expect(await refusalOf(create(third, { audience: 'returning' }))).toBe('kit:validation.required');
    expect(await refusalOf(create(third, { perPlayer: 1, perPlayerDay: 2 }))).toBe(
      'packages:error.dayOverAll',
    );
    expect(await refusalOf(create(third, { priceFen: 0 }))).not.toBe('done');
    expect(await refusalOf(create(newId()))).toBe('sites:error.unknownSite');
    expect([await listed(third), await versionOf(third)]).toEqual(before);
  });

  it('have one that is recommended', async () => {
    const [one, other] = [await create(third), await create(third)];
    await merchant.call(calls.recommendPackage, { id: one.id });
    await merchant.call(calls.recommendPackage, { id: other.id });
    const recommended = (await listed(third)).filter((each) => each.recommended);
    expect(recommended.map(({ id }) => id)).toEqual([other.id]);
  });

  it('go back to the defaults of their kind alone', async () => {
    await create(fourth);
    const { id } = await merchant.call(calls.createStoredPackage, { fieldId: fourth, ...values() });
    await merchant.call(calls.restoreCoinPackages, { fieldId: fourth });
    const found = await listed(fourth);
    expect(found.map(({ priceFen, coins, bonusCoins }) => [priceFen, coins, bonusCoins])).toEqual([
      [1000, 10, 0],
      [2000, 20, 2],
      [5000, 50, 8],
      [10_000, 100, 20],
    ]);
    expect(found.filter(({ recommended }) => recommended).map(({ name }) => name)).toEqual([
      '¥50 for 58 coins',
    ]);
    const stored = await merchant.call(calls.listStoredPackages, { fieldId: fourth });
    expect(stored.records.map((each) => each.id)).toEqual([id]);
  });

  it('are copied to other sites, where the same name becomes equal: twice is once', async () => {
    const { id } = await create(third, { name: 'copied', priceFen: 3000 });
    const copy = () => merchant.call(calls.copyPackages, { ids: [id], fieldIds: [third, fourth] });
    expect(await copy()).toEqual({ added: 1, changed: 0, asked: null });
    await merchant.call(calls.changeCoinPackage, { ...values(), id, name: 'copied', priceFen: 2900 });
    expect(await copy()).toEqual({ added: 0, changed: 1, asked: null });
    const there = (await listed(fourth)).filter(({ name }) => name === 'copied');
    expect(there).toMatchObject([{ priceFen: 2900 }]);
    expect((await listed(third)).filter(({ name }) => name === 'copied')).toHaveLength(1);
  });

  it('are the merchant’s, and at sites only for who works there', async () => {
    const { id } = await create(third);
    expect(await listed(third, other)).toEqual([]);
    expect(await refusalOf(other.call(calls.removeCoinPackages, { ids: [id] }))).toBe('kit:error.notFound');
    expect(await refusalOf(other.call(calls.recommendPackage, { id }))).toBe('kit:error.notFound');
    const { client } = await hireStaff(server, merchant, ['packages.view', 'packages.edit'], [fourth]);
    expect(await listed(third, client)).toEqual([]);
    expect(await refusalOf(create(third, {}, client))).toBe('sites:error.unknownSite');
    const copied = client.call(calls.copyPackages, { ids: [id], fieldIds: [fourth] });
    expect(await refusalOf(copied)).toBe('kit:error.notFound');
    const { client: reading } = await hireStaff(server, merchant, ['packages.view']);
    expect(await refusalOf(create(third, {}, reading))).toBe('kit:error.noPermission');
  });
});

describe('discounts of a site', () => {
  const save = (more: object = {}) =>
    merchant.call(calls.saveDiscount, { fieldId: third, name: newName(), ...more });

  it('are 99 % unless told, are changed at their site, copied, and end together', async () => {
    const { id } = await save({ name: 'usual' });
    const at = async (fieldId: string) => (await merchant.call(calls.listDiscounts, { fieldId })).records;
    expect(await at(third)).toMatchObject([
      { id, basisPoints: 9900, things: ['play', 'coins', 'stored', 'points', 'goods'] },
    ]);
    await save({ id, name: 'usual', basisPoints: 8800 });
    expect(await refusalOf(save({ id, name: 'usual', fieldId: fourth }))).toBe('packages:error.staysAtSite');
    expect(await merchant.call(calls.copyDiscounts, { ids: [id], fieldIds: [fourth] })).toMatchObject({
      added: 1,
      changed: 0,
    });
    expect(await at(fourth)).toMatchObject([{ name: 'usual', basisPoints: 8800 }]);
    await merchant.call(calls.setRounding, { fieldId: fourth, rounding: 'yuan' });
    await merchant.call(calls.restoreDiscounts, { fieldId: fourth });
    expect(await merchant.call(calls.readTerms, { fieldId: fourth })).toMatchObject({
      rounding: 'fen',
      discounts: [],
    });
    await merchant.call(calls.removeDiscounts, { ids: [id] });
    expect(await at(third)).toEqual([]);
  });

  it('are saved as a batch: all of them, or none', async () => {
    const named = async () =>
      (await merchant.call(calls.listDiscounts, { fieldId: third })).records
        .map(({ name, basisPoints }) => `${name} ${basisPoints}`)
        .sort();
    const batch = (discounts: object[]) =>
      merchant.call(calls.saveDiscounts, { fieldId: third, discounts: discounts as never });
    const { ids } = await batch([{ name: 'morning' }, { name: 'evening', basisPoints: 9000 }]);
    expect(await named()).toEqual(['evening 9000', 'morning 9900']);
    const changed = { id: ids[0], name: 'morning', basisPoints: 8000 };
    expect(await refusalOf(batch([changed, { name: 'evening' }]))).toBe('packages:error.sameName');
    expect(await named()).toEqual(['evening 9000', 'morning 9900']);
    await batch([changed, { id: ids[1], name: 'night', basisPoints: 9000 }]);
    expect(await named()).toEqual(['morning 8000', 'night 9000']);
    await merchant.call(calls.removeDiscounts, { ids });
  });
});

describe('coins on top for banknotes', () => {
  it('reach every coin exchange of the site, which goes on taking the notes it took', async () => {
    const save = (more: object = {}) =>
      merchant.call(calls.saveCashPackage, { fieldId: fourth, yuan: 20, bonusCoins: 3, ...more });
    const before = await versionOf(fourth);
    const { id } = await save();
    expect(await refusalOf(save())).toBe('packages:error.sameNote');
    await save({ id, bonusCoins: 4 });
    expect(await versionOf(fourth)).toBe(before + 2);
    expect((await merchant.call(calls.listCashPackages, { fieldId: fourth })).records).toMatchObject([
      { id, yuan: 20, bonusCoins: 4 },
    ]);
    const machine = await connected(server, { type: 'exchange', siteId: fourth });
    const notes = [
      { yuan: 20, accepted: false, bonusCoins: 0 },
      { yuan: 50, accepted: true, bonusCoins: 9 },
    ];
    await merchant.call(settingsContract.changeSettings, {
      equipmentId: machine.id,
      settings: { notes: { accepted: notes } },
    });
    const scope = tenantScope(tenantId);
    const runsWith = async () => {
      const device = await findDevice(reader(), scope, machine.id);
      return (await readDeviceSettings(reader(), scope, device)).notes?.accepted;
    };
    await expect.poll(runsWith, soon).toEqual(notes);
    const { batchId } = await merchant.call(calls.sendCashPackages, { fieldId: fourth });
    await expect.poll(runsWith, soon).toEqual([
      { yuan: 20, accepted: false, bonusCoins: 4 },
      { yuan: 50, accepted: true, bonusCoins: 0 },
    ]);
    const { items } = await merchant.call(settingsContract.readBatch, { id: batchId, size: 100 });
    const own = items.records.find(({ device }) => device.equipmentId === machine.id);
    expect(own?.state).toBe('applied');
    await merchant.call(calls.removeCashPackages, { ids: [id] });
    expect((await merchant.call(calls.listCashPackages, { fieldId: fourth })).total).toBe(0);
  });

  it('are copied by the value of the note, twice is once, and end together', async () => {
    const at = async (fieldId: string) =>
      (await merchant.call(calls.listCashPackages, { fieldId })).records.map(({ yuan, bonusCoins }) => [
        yuan,
        bonusCoins,
      ]);
    const save = (fieldId: string, yuan: 10 | 50, bonusCoins: number) =>
      merchant.call(calls.saveCashPackage, { fieldId, yuan, bonusCoins });
    const ids = [(await save(third, 10, 1)).id, (await save(third, 50, 7)).id];
    await save(fourth, 50, 2);
    const copy = () => merchant.call(calls.copyCashPackages, { ids, fieldIds: [fourth, third] });
    expect(await copy()).toEqual({ added: 1, changed: 1, asked: null });
    const version = await versionOf(fourth);
    expect(await copy()).toEqual({ added: 0, changed: 2, asked: null });
    expect(await versionOf(fourth)).toBe(version);
    for (const site of [third, fourth])
      expect(await at(site)).toEqual([
        [10, 1],
        [50, 7],
      ]);
    await merchant.call(calls.restoreCashPackages, { fieldId: fourth });
    expect([await at(third), await at(fourth)]).toMatchObject([{ length: 2 }, []]);
    const theirs = other.call(calls.copyCashPackages, { ids, fieldIds: [demoId('site:merchant2:1')] });
    expect(await refusalOf(theirs)).toBe('kit:error.notFound');
    await merchant.call(calls.restoreCashPackages, { fieldId: third });
  });

  it('are sent nowhere from a site without such a machine, and by nobody without the right', async () => {
    const [without] = await server.services.db.raw<{ id: string }[]>`
      select id from site where tenant_id = ${tenantId} and removed_at is null and not exists (
        select from device where device.site_id = site.id and type = 'exchange' and unbound_at is null) limit 1`;
    expect(await refusalOf(merchant.call(calls.sendCashPackages, { fieldId: without!.id }))).toBe(
      'packages:error.noMachines',
    );
    const theirs = { fieldId: demoId('site:merchant2:1') };
    expect(await refusalOf(merchant.call(calls.sendCashPackages, theirs))).toBe('sites:error.unknownSite');
    const { client } = await hireStaff(server, merchant, ['packages.view', 'packages.edit']);
    expect(await refusalOf(client.call(calls.sendCashPackages, { fieldId: fourth }))).toBe(
      'kit:error.noPermission',
    );
  });
});

describe('the price list on the screens of machines', () => priceListCases(() => ({ server, merchant })));

describe('what somebody is offered', () => {
  it('is the site’s, or the machine’s own, line by line and by which version', async () => {
    const device = await createTestDevice(server, { siteId: first });
    const here = visit(first, { deviceId: device.id });
    const ofSite = await offersFor(reader(), here);
    expect(ofSite.offers.filter(({ rule }) => rule.kind === 'coins').length).toBeGreaterThan(3);
    const own = { name: 'own', priceFen: 500, coins: 6 };
    await merchant.call(calls.createDevicePackage, { equipmentId: device.id, kind: 'coins', ...own });
    const { version, offers } = await offersFor(reader(), here);
    expect(version?.number).toBe(ofSite.version!.number + 1);
    expect(offers.filter(({ rule }) => rule.kind === 'coins').map(({ rule }) => rule.name)).toEqual(['own']);
    // A play costs 2 yuan and takes one coin: six coins would be 12 yuan.
    expect(offers.find(({ rule }) => rule.name === 'own')?.price?.lines).toMatchObject([
      { kind: 'base', amountFen: 1200 },
      { kind: 'package', amountFen: -700, name: 'own' },
    ]);
    expect(offers.some(({ rule }) => rule.kind === 'stored')).toBe(true);
    const elsewhere = offersFor(reader(), visit(fourth, { deviceId: device.id }));
    await expect(elsewhere).rejects.toMatchObject({ kind: 'missing' });
  });

  it('for the first time goes to players who never paid here', async () => {
    const { id } = await create(third, { audience: 'first' });
    const ask = async (playerId: string | null) =>
      (await priceOf(reader(), { ...visit(third), playerId, choice: { packageId: id } })).refused;
    const [buyer] = await server.services.db.raw<{ player_id: string }[]>`
      select player_id from orders where tenant_id = ${tenantId} and player_id is not null
        and paid_at is not null and state = 'fulfilled' limit 1`;
    expect(await ask(null)).toBe('needsPlayer');
    expect(await ask(newId())).toBeNull();
    expect(await ask(buyer!.player_id)).toBe('onlyFirst');
  });
});

describe('the price of an order', () => {
  const order = (playerId: string | null, packageId: string, orderId = newId()) =>
    server.services.db
      .transaction(async (tx) => {
        const taken = await takePrice(tx, { ...visit(third), playerId, choice: { packageId } });
        await taken.keep(tx, orderId);
        return taken;
      })
      .then(({ price, version }) => ({ price, version, orderId }));

  it('counts against the limit however many tabs ask at once, until it is given up', async () => {
    const { id } = await create(third, { perPlayer: 2 });
    const playerId = newId();
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => order(playerId, id)));
    const had = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(had).toHaveLength(2);
    for (const one of asked)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ key: 'packages:refused.limitReached' });
    await server.services.db.transaction((tx) =>
      giveUpPrice(tx, tenantId, had[0]!.orderId, server.clock.now()),
    );
    await order(playerId, id);
    expect(await refusalOf(order(playerId, id))).toBe('packages:refused.limitReached');
  });

  it('counts a day as people do where the machines stand', async () => {
    const { id } = await create(third, { perPlayerDay: 1 });
    const playerId = newId();
    const goOn = server.clock.hold();
    await order(playerId, id);
    expect(await refusalOf(order(playerId, id))).toBe('packages:refused.limitReached');
    const tomorrow = visit(third, { playerId, now: new Date(server.clock.now().getTime() + dayMs) });
    expect((await priceOf(reader(), { ...tomorrow, choice: { packageId: id } })).refused).toBeNull();
    goOn();
  });

  it('is explained by the rules of its day, whatever they became', async () => {
    const { id: discountId } = await merchant.call(calls.saveDiscount, {
      fieldId: third,
      name: 'of that day',
      basisPoints: 8000,
    });
    const { id } = await create(third, { name: 'explained', discountable: true });
    const { orderId, price, version } = await order(newId(), id);
    expect(price.totalFen).toBe(1600);
    await merchant.call(calls.changeCoinPackage, { ...values(), id, name: 'dearer', priceFen: 9900 });
    await merchant.call(calls.removeDiscounts, { ids: [discountId] });
    await merchant.call(calls.removeCoinPackages, { ids: [id] });
    const explained = await explainPrice(reader(), tenantId, orderId);
    expect(explained).toMatchObject({ version, totalFen: 1600, lines: price.lines, saysNow: { price } });
    expect(explained?.lines.map(({ name }) => name)).toEqual(['explained', 'of that day']);
    expect(await explainPrice(reader(), demoTenants.merchant2, orderId)).toBeUndefined();
  });

  it('stands on versions that nobody can rewrite', async () => {
    const rewritten = server.services.db.raw`update price_version set number = number + 1000`;
    await expect(rewritten).rejects.toThrow();
  });
});
