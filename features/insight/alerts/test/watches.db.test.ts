import { beforeEach, describe, expect, it } from 'vitest';
import { stockContract } from '#features/loyalty/stock/contract.ts';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { giftsContract } from '#features/machines/gifts/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { alertsContract as calls } from '../contract.ts';
import { watchDevices } from '../server/watch-devices.ts';
import { watchGoods } from '../server/watch-goods.ts';
import { inboxOf, kindsOf, setStage } from './stage.ts';

const stage = staged(setStage, ({ server }) => server.close());
beforeEach(() => stage.reset());

describe('prizes', () => {
  const play = async (plays: number, prizesOut: number) => {
    await stage.report(stage.device, { counters: { plays, prizesOut } });
    await watchDevices(stage.server.services);
  };

  it('that never come are told, and mending counts again', async () => {
    await play(10, 1);
    await play(120, 1);
    expect(await stage.open()).toEqual([]);
    await play(250, 1);
    const [alert] = await stage.open();
    expect(alert).toMatchObject({ kind: 'sensorSilent', severity: 'severe' });
    await stage.merchant.call(calls.mendAlerts, { ids: [alert!.id], note: 'sensor cleaned' });
    await play(300, 1);
    expect(await stage.open()).toEqual([]);
    await play(520, 1);
    expect(kindsOf(await stage.open())).toEqual(['sensorSilent']);
    await play(525, 2);
    expect(await stage.open()).toEqual([]);
  });

  it('that come far too often are told until the rate is normal', async () => {
    await play(10, 1);
    await play(110, 5);
    expect(await stage.open()).toEqual([]);
    await play(160, 30);
    expect(await stage.open()).toMatchObject([
      { kind: 'winRate', detail: expect.stringContaining('29 prizes') },
    ]);
    await play(700, 40);
    expect(kindsOf(await stage.open())).not.toContain('winRate');
    expect(kindsOf(await stage.ended())).toContain('winRate');
  });
});

describe('settings changed at the machine', () => {
  it('are told, and it ends when the machine runs with what was confirmed', async () => {
    const at = stage.server.clock.now().toISOString();
    await stage.report(stage.device, { events: [{ kind: 'settingsTouched', at }] });
    await watchDevices(stage.server.services);
    expect(kindsOf(await stage.open())).toEqual(['settingsTouched']);
    await stage.connect(stage.device, { settingsHash: settingsHash(defaultSettings('claw')) });
    await watchDevices(stage.server.services);
    expect(await stage.open()).toEqual([]);
  });
});

describe('rules', () => {
  const rule = { kind: 'fault', enabled: true, told: 'everyone' } as const;

  it('of a site stand above those of all sites, and can be dropped', async () => {
    const at = async (kind: string) =>
      (await stage.merchant.call(calls.listRules, { fieldId: stage.siteId })).rules.find(
        (found) => found.kind === kind,
      );
    expect(await at('offline')).toMatchObject({ threshold: 30, source: 'usual' });
    await stage.merchant.call(calls.saveRule, {
      kind: 'offline',
      enabled: true,
      threshold: 20,
      told: 'owner',
    });
    expect(await at('offline')).toMatchObject({ threshold: 20, source: 'merchant' });
    const own = {
      kind: 'offline',
      enabled: false,
      threshold: 90,
      told: 'owner',
      fieldId: stage.siteId,
    } as const;
    await stage.merchant.call(calls.saveRule, own);
    expect(await at('offline')).toMatchObject({ threshold: 90, enabled: false, source: 'site' });
    await stage.merchant.call(calls.resetRule, { kind: 'offline', fieldId: stage.siteId });
    await stage.merchant.call(calls.resetRule, { kind: 'offline' });
    expect(await at('offline')).toMatchObject({ threshold: 30, source: 'usual' });
    expect(await refusalOf(stage.merchant.call(calls.resetRule, { kind: 'offline' }))).toBe(
      'kit:error.notFound',
    );
  });

  it('decide what is watched and who is told', async () => {
    await stage.merchant.call(calls.saveRule, {
      ...rule,
      fieldId: stage.siteId,
      told: 'nobody',
      mutedFaults: ['coinJam'],
    });
    await stage.report(stage.device, { faults: ['coinJam', 'lineTangled'] });
    expect(await stage.open()).toHaveLength(1);
    expect(await inboxOf(stage.merchant, stage.device.id)).toEqual([]);
    await stage.merchant.call(calls.saveRule, { ...rule, fieldId: stage.siteId, enabled: false });
    await watchDevices(stage.server.services);
    expect(await stage.open()).toEqual([]);
    expect(await stage.ended()).toMatchObject([{ endReason: 'off' }]);
  });

  it('keep within limits, known roles and the sites of who sets them', async () => {
    const save = (input: object) => refusalOf(stage.merchant.call(calls.saveRule, { ...rule, ...input }));
    expect(await save({ kind: 'offline', threshold: 1 })).toBe('kit:validation.tooSmall');
    expect(await save({ kind: 'offline', threshold: 2000 })).toBe('kit:validation.tooBig');
    expect(await save({ told: 'roles' })).toBe('kit:validation.required');
    expect(await save({ told: 'roles', roleIds: [demoId('role:none')] })).toBe('alerts:error.unknownRole');
    expect(await save({ fieldId: demoId('site:merchant2:1') })).toBe('sites:error.unknownSite');
    const manager = await stage.logIn('manager');
    const byManager = (input: object) => refusalOf(manager.call(calls.saveRule, { ...rule, ...input }));
    expect(await byManager({})).toBe('alerts:error.allSites');
    expect(await byManager({ fieldId: stage.siteId })).toBe('sites:error.unknownSite');
    expect(await byManager({ fieldId: demoId('site:merchant:1') })).toBe('done');
  });
});

describe('gifts', () => {
  it('that run low in the warehouse are told to those who see all sites, until there are more', async () => {
    const [type] = await stage.merchant.call(giftsContract.listTypes, {});
    const typeId = type?.id ?? (await stage.merchant.call(giftsContract.saveType, { name: 'Plush' })).id;
    const name = `Bear ${newId().slice(-6)}`;
    const gift = { name, typeId, costFen: 900, stock: 3, alarmThreshold: 10 };
    const { id: giftId } = await stage.merchant.call(giftsContract.saveGift, gift);
    const low = async (client: Client) => {
      const page = await client.call(calls.listAlerts, { state: 'open', kind: 'lowGift', size: 200 });
      return page.records.filter(({ detail }) => detail.includes(name));
    };
    await watchGoods(stage.server.services);
    await watchGoods(stage.server.services);
    expect(await low(stage.merchant)).toMatchObject([
      { equipmentId: null, fieldId: null, severity: 'warning' },
    ]);
    expect(await low(await stage.logIn('clerk'))).toEqual([]);
    await stage.merchant.call(giftsContract.moveStock, { giftId, kind: 'in', amount: 50 });
    await watchGoods(stage.server.services);
    expect(await low(stage.merchant)).toEqual([]);
  });
});

describe('goods of the points store', () => {
  it('are told of where they run low, to those of that site, until more are received', async () => {
    const [category] = await stage.merchant.call(stockContract.listClasses, { kind: 'category' });
    const name = `Lamp ${newId().slice(-6)}`;
    const { id } = await stage.merchant.call(stockContract.saveGood, {
      name,
      categoryId: category!.id,
      pricePoints: 10,
      onShelf: true,
      allShops: true,
      variants: [{ name: '' }],
    });
    const { variants } = await stage.merchant.call(stockContract.readGood, { id });
    const storeId = demoId('stock store:shop');
    const receive = (pieces: number) =>
      stage.merchant.call(stockContract.receiveStock, {
        storeId,
        lines: [{ variantId: variants[0]!.id, pieces, unitCostFen: 100 }],
      });
    await receive(3);
    const { records } = await stage.merchant.call(stockContract.listLevels, { goodId: id });
    await stage.merchant.call(stockContract.setAlarm, { ids: [records[0]!.id], alarmThreshold: 3 });
    const low = async () => {
      const page = await stage.merchant.call(calls.listAlerts, {
        state: 'open',
        kind: 'lowStock',
        size: 200,
      });
      return page.records.filter(({ detail }) => detail.includes(name));
    };
    await watchGoods(stage.server.services);
    expect(await low()).toMatchObject([{ equipmentId: null, fieldId: demoId('site:merchant:1') }]);
    await receive(1);
    await watchGoods(stage.server.services);
    expect(await low()).toEqual([]);
  });
});

it('sums up what is open at a site', async () => {
  await stage.report(stage.device, { faults: ['coinJam', 'powerLow'] });
  const summary = await stage.merchant.call(calls.alertSummary, { fieldId: stage.siteId });
  expect(summary).toMatchObject({
    open: 2,
    severe: 1,
    latest: [{ severity: 'severe' }, { severity: 'warning' }],
    groups: [
      { count: 1, alerts: [{ severity: 'severe' }] },
      { count: 1, alerts: [{ severity: 'warning' }] },
    ],
  });
});

it('puts together what says the same, and other faults apart', async () => {
  const second = await createTestDevice(stage.server, { siteId: stage.siteId });
  await stage.connect(second);
  await stage.report(stage.device, { faults: ['coinJam', 'clawMotor'] });
  await stage.report(second, { faults: ['coinJam'] });
  const { groups } = await stage.merchant.call(calls.alertSummary, { fieldId: stage.siteId });
  const told = groups.map(({ count, alerts }) => [
    count,
    alerts.map(({ equipmentId }) => equipmentId).sort(),
  ]);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual([2, [stage.device.id, second.id].sort()]);
  expect(told).toContainEqual([1, [stage.device.id]]);
});

it('goods near their day and goods past it are two alerts, of two severities', async () => {
  await watchGoods(stage.server.services);
  const today = businessDay(stage.server.clock.now());
  const of = async (kind: 'expiringGoods' | 'expiredGoods') =>
    (await stage.merchant.call(calls.listAlerts, { kind, state: 'open', size: 100 })).records;
  const dayIn = (detail: string) => /\d{4}-\d\d-\d\d/.exec(detail)?.[0] ?? '';
  const [near, past] = [await of('expiringGoods'), await of('expiredGoods')];
  expect(near.length).toBeGreaterThan(0);
  expect(past.length).toBeGreaterThan(0);
  for (const { severity, detail } of near) {
    expect(severity).toBe('warning');
    expect(dayIn(detail) >= today).toBe(true);
  }
  for (const { severity, detail } of past) {
    expect(severity).toBe('severe');
    expect(dayIn(detail) < today).toBe(true);
  }
});
