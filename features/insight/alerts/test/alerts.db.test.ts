import { beforeEach, describe, expect, it } from 'vitest';
import { sitesContract } from '#features/base/sites/contract.ts';
import { createTestDevice, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { alertsContract as calls } from '../contract.ts';
import { openAlerts, raiseAlert } from '../server/public.ts';
import { watchDevices } from '../server/watch-devices.ts';
import { inboxOf, kindsOf, setStage } from './stage.ts';

const stage = staged(setStage, ({ server }) => server.close());
beforeEach(() => stage.reset());

describe('a fault', () => {
  it('opens one alert, tells those who see the site once, and ends when the machine is well', async () => {
    await stage.report(stage.device, { faults: ['coinJam'] });
    await stage.report(stage.device, { faults: ['coinJam', 'powerLow'] });
    await watchDevices(stage.server.services);
    const found = await stage.open();
    expect(found.map(({ severity, title }) => [severity, title])).toEqual([
      ['severe', expect.any(String)],
      ['warning', expect.any(String)],
    ]);
    expect(found[0]).toMatchObject({
      equipmentId: stage.device.id,
      fieldId: stage.siteId,
      help: expect.any(String),
    });
    expect(await inboxOf(stage.merchant, stage.device.id)).toHaveLength(2);
    expect(await inboxOf(await stage.logIn('clerk'), stage.device.id)).toEqual([]);
    await stage.report(stage.device, { faults: [] });
    expect(await stage.open()).toEqual([]);
    expect((await stage.ended()).map(({ endReason }) => endReason)).toEqual(['gone', 'gone']);
    expect(await inboxOf(stage.merchant, stage.device.id)).toHaveLength(2);
  });

  it('reaches staff of the site and nobody else', async () => {
    const atFirstSite = await createTestDevice(stage.server, { siteId: demoId('site:merchant:1') });
    await stage.connect(atFirstSite);
    await stage.report(atFirstSite, { faults: ['coinJam'] });
    const seenBy = async (account: string) => {
      const client = await stage.logIn(account);
      const page = await client.call(calls.listAlerts, { state: 'open', equipmentId: atFirstSite.id });
      return [page.total, (await inboxOf(client, atFirstSite.id)).length];
    };
    expect(await seenBy('merchant')).toEqual([1, 1]);
    expect(await seenBy('clerk')).toEqual([1, 1]);
    expect(await seenBy('franchisee')).toEqual([0, 0]);
    expect(await seenBy('merchant2')).toEqual([0, 0]);
    expect(await refusalOf((await stage.logIn('agent')).call(calls.listAlerts, {}))).toBe(
      'kit:error.noPermission',
    );
  });

  it('is one alert however many transactions see it at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        stage.server.services.db.transaction((tx) =>
          raiseAlert(tx, stage.server.services, stage.device.tenantId, {
            kind: 'fault',
            deviceId: stage.device.id,
            siteId: stage.siteId,
            subject: 'gripCoil',
          }),
        ),
      ),
    );
    expect(await stage.open()).toHaveLength(1);
    expect(await inboxOf(stage.merchant, stage.device.id)).toHaveLength(1);
    const scope = tenantScope(demoTenants.merchant);
    expect(await openAlerts(stage.server.services.db.read, scope, [stage.device.id])).toMatchObject([
      { kind: 'fault', subject: 'gripCoil' },
    ]);
  });

  it('that a person ended is told again only after it has gone and come back', async () => {
    await stage.report(stage.device, { faults: ['clawMotor'] });
    const [alert] = await stage.open();
    await stage.merchant.call(calls.acknowledgeAlerts, { ids: [alert!.id], note: 'on my way' });
    expect(await stage.open()).toMatchObject([{ note: 'on my way', acknowledgedName: expect.any(String) }]);
    await stage.merchant.call(calls.mendAlerts, { ids: [alert!.id] });
    await watchDevices(stage.server.services);
    expect(await stage.open()).toEqual([]);
    expect(await stage.ended()).toMatchObject([{ endReason: 'mended', note: 'on my way' }]);
    expect(await refusalOf(stage.merchant.call(calls.mendAlerts, { ids: [alert!.id] }))).toBe(
      'alerts:error.ended',
    );
    await stage.report(stage.device, { faults: [] });
    await stage.report(stage.device, { faults: ['clawMotor'] });
    expect(await stage.open()).toHaveLength(1);
  });

  it('is as bad as before while somebody takes care, and opens again when it was said to be mended and is not', async () => {
    await stage.report(stage.device, { faults: ['clawMotor'] });
    const [alert] = await stage.open();
    await stage.merchant.call(calls.acknowledgeAlerts, { ids: [alert!.id] });
    expect(await stage.open()).toMatchObject([{ severity: 'severe', state: 'taken' }]);
    await stage.merchant.call(calls.mendAlerts, { ids: [alert!.id] });
    stage.server.clock.forward(16 * minuteMs);
    await watchDevices(stage.server.services);
    stage.merchant = await stage.logIn('merchant');
    const [again] = await stage.open();
    expect(again).toMatchObject({ kind: 'fault', severity: 'severe', state: 'open' });
    expect(again?.id).not.toBe(alert?.id);
    expect(again?.detail).toMatch(/标记为已处理|said it was mended/);
    expect(await stage.ended()).toMatchObject([{ id: alert?.id, endReason: 'mended' }]);
  });
});

describe('a machine that is away', () => {
  it('is missed after the time the rule gives it, and not before; it ends when it is back', async () => {
    await stage.unplug(stage.device, stage.session);
    stage.server.clock.forward(29 * minuteMs);
    await watchDevices(stage.server.services);
    stage.merchant = await stage.logIn('merchant');
    expect(await stage.open()).toEqual([]);
    stage.server.clock.forward(2 * minuteMs);
    await watchDevices(stage.server.services);
    await watchDevices(stage.server.services);
    expect(kindsOf(await stage.open())).toEqual(['offline']);
    // two hours later it says so
    stage.server.clock.forward(2 * hourMs);
    stage.merchant = await stage.logIn('merchant');
    const [away] = await stage.open();
    expect(away?.detail).toMatch(
      /(离线 2 小时 3\d 分钟，最后在线|Offline for 2 h 3\d min, last seen) \d\d-\d\d \d\d:\d\d/,
    );
    await stage.connect(stage.device);
    expect(await stage.open()).toEqual([]);
  });

  it('is not missed while its site is closed', async () => {
    await stage.merchant.call(sitesContract.updateSite, { id: stage.siteId, ifEnable: 0 });
    await stage.unplug(stage.device, stage.session);
    stage.server.clock.forward(3 * hourMs);
    await watchDevices(stage.server.services);
    stage.merchant = await stage.logIn('merchant');
    expect(await stage.open()).toEqual([]);
  });

  it('together with many others is one message', async () => {
    await stage.unplug(stage.device, stage.session);
    for (let index = 0; index < 4; index++) {
      const other = await createTestDevice(stage.server, { siteId: stage.siteId });
      await stage.unplug(other, await stage.connect(other));
    }
    stage.server.clock.forward(40 * minuteMs);
    // two at a time: what is told does not depend on how many are looked at together
    await watchDevices(stage.server.services, 2);
    stage.merchant = await stage.logIn('merchant');
    expect(await stage.open()).toHaveLength(5);
    const messages = await inboxOf(stage.merchant, stage.siteId);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.body).toContain('5 machines');
  });

  it('is not missed any more once nobody has it', async () => {
    await stage.unplug(stage.device, stage.session);
    stage.server.clock.forward(40 * minuteMs);
    await watchDevices(stage.server.services, 2);
    stage.merchant = await stage.logIn('merchant');
    expect(kindsOf(await stage.open())).toEqual(['offline']);
    await stage.server.services.db.raw`update device set unbound_at = now() where id = ${stage.device.id}`;
    await watchDevices(stage.server.services, 2);
    expect(await stage.open()).toEqual([]);
    expect(await stage.ended()).toMatchObject([{ kind: 'offline', endReason: 'gone' }]);
  });
});

describe('coins', () => {
  const giveHoppers = async ({ tenantId, id }: TestDevice, hoppers: object[]) => {
    const settings = defaultSettings('exchange');
    const document = { ...settings, exchange: { ...settings.exchange, hoppers } };
    await stage.server.services.db.raw`
      insert into device_settings (tenant_id, device_id, settings, hash)
      values (${tenantId}, ${id}, ${JSON.stringify(document)}::text::jsonb, ${settingsHash(document)})
      on conflict (tenant_id, device_id) do update set settings = excluded.settings, hash = excluded.hash`;
  };

  it('are low by the measure of each hopper, and not where it is switched off', async () => {
    const exchange = await createTestDevice(stage.server, { siteId: stage.siteId, type: 'exchange' });
    await stage.connect(exchange);
    const hopper = { enabled: true, capacity: 1500 };
    await giveHoppers(exchange, [
      { ...hopper, hopper: 1, lowAt: 600 },
      { ...hopper, hopper: 2, lowAt: 50 },
      { ...hopper, hopper: 3, lowAt: 50, enabled: false },
    ]);
    await stage.report(exchange, {
      hoppers: [
        { hopper: 1, coins: 500 },
        { hopper: 2, coins: 150 },
        { hopper: 3, coins: 0 },
      ],
    });
    const low = async () => (await stage.open()).map(({ kind, detail }) => [kind, detail]);
    expect(await low()).toEqual([['lowCoins', 'Hopper 1 holds 500']]);
    await watchDevices(stage.server.services);
    expect(await low()).toHaveLength(1);
    // another measure, and nothing else, ends it
    await giveHoppers(exchange, [
      { ...hopper, hopper: 1, lowAt: 400 },
      { ...hopper, hopper: 3, lowAt: 50, enabled: false },
    ]);
    await watchDevices(stage.server.services);
    expect(await low()).toEqual([]);
  });

  it('that run low are told, and it ends when the hopper is filled', async () => {
    const exchange = await createTestDevice(stage.server, { siteId: stage.siteId, type: 'exchange' });
    await stage.connect(exchange);
    const hopper = { enabled: true, capacity: 1500, lowAt: 200 };
    await giveHoppers(exchange, [
      { ...hopper, hopper: 1 },
      { ...hopper, hopper: 2 },
    ]);
    await stage.report(exchange, { hoppers: [{ hopper: 1, coins: 500 }] });
    expect(await stage.open()).toEqual([]);
    await stage.report(exchange, {
      hoppers: [
        { hopper: 1, coins: 150 },
        { hopper: 2, coins: 0 },
      ],
    });
    expect((await stage.open()).map(({ severity }) => severity)).toEqual(['severe', 'warning']);
    await stage.report(exchange, { hoppers: [{ hopper: 1, coins: 900 }] });
    expect(await stage.open()).toMatchObject([{ severity: 'severe' }]);
  });
});

describe('counters', () => {
  it('that run backwards are told; they end by hand or by age', async () => {
    await stage.report(stage.device, { counters: { plays: 50 } });
    await stage.report(stage.device, { counters: { plays: 20 } });
    const [alert] = await stage.open();
    expect(alert).toMatchObject({ kind: 'counterBackwards', severity: 'warning' });
    expect(alert?.detail).toMatch(/50.*20/);
    await watchDevices(stage.server.services);
    expect(await stage.open()).toHaveLength(1);
    stage.server.clock.forward(8 * 24 * hourMs);
    await watchDevices(stage.server.services);
    stage.merchant = await stage.logIn('merchant');
    expect((await stage.ended()).find(({ id }) => id === alert?.id)).toMatchObject({ endReason: 'aged' });
  });
});
