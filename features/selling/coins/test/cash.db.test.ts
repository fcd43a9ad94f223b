import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onlineDevice } from '#features/machines/devices/test/test-device.ts';
import type { Client } from '#kit/contract/client.ts';
import { businessDay, hourMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { coinsContract as calls } from '../contract.ts';

const { server } = testServer();
let merchant: Client;
beforeAll(async () => {
  // the middle of an hour: what a test tells in a row belongs to one line
  const intoHourMs = server.clock.now().getTime() % hourMs;
  if (intoHourMs > hourMs / 2) server.clock.forward(hourMs - intoHourMs);
});
beforeEach(async () => {
  // Tests move the clock, which ends older logins.
  merchant = await server.logIn('merchant');
});

const listOf = (equipmentId: string, more: object = {}) =>
  merchant.call(calls.listCashGains, { equipmentId, ...more });

describe('cash that machines take', () => {
  it('is noted once an hour, however often the machine tells it', async () => {
    const claw = await onlineDevice(server);
    const first = claw.telemetry(1, { counters: { cashCoins: 5, onlineCoins: 9 } });
    await claw.say('telemetry', first);
    await claw.say('telemetry', first);
    await claw.say('telemetry', claw.telemetry(2, { counters: { cashCoins: 8, onlineCoins: 9 } }));
    await claw.say('telemetry', first);
    const { records } = await listOf(claw.id);
    expect(records).toMatchObject([{ coins: 8, coinsFen: 800, moneyFen: 0, notes: 0 }]);
    server.clock.forward(hourMs);
    merchant = await server.logIn('merchant');
    await claw.say('telemetry', claw.telemetry(3, { counters: { cashCoins: 10 } }));
    expect((await listOf(claw.id)).records.map(({ coins }) => coins)).toEqual([2, 8]);
  });

  it('is money for notes and vending cash, and coins are told beside it', async () => {
    const exchange = await onlineDevice(server, { type: 'exchange' });
    const vending = await onlineDevice(server, { type: 'vending' });
    await exchange.say('telemetry', exchange.telemetry(1, { counters: { notes: 3, notesYuan: 25 } }));
    await vending.say('telemetry', vending.telemetry(1, { counters: { cashFen: 1250, salesFen: 4000 } }));
    expect((await listOf(exchange.id)).records).toMatchObject([
      { notes: 3, notesFen: 2500, moneyFen: 2500, coins: 0 },
    ]);
    expect((await listOf(vending.id)).records).toMatchObject([{ cashFen: 1250, moneyFen: 1250 }]);
    expect(await merchant.call(calls.sumCashGains, { equipmentId: exchange.id })).toMatchObject({
      notesFen: 2500,
      moneyFen: 2500,
      coins: 0,
    });
  });

  it('can be hidden and brought back, and what comes meanwhile in the same hour is not hidden with it', async () => {
    const claw = await onlineDevice(server);
    await claw.say('telemetry', claw.telemetry(1, { counters: { cashCoins: 4 } }));
    const [line] = (await listOf(claw.id)).records;
    await merchant.call(calls.hideCashGain, { id: line!.id });
    expect((await listOf(claw.id)).records).toEqual([]);
    expect((await listOf(claw.id, { hidden: true })).records).toMatchObject([{ coins: 4 }]);
    await claw.say('telemetry', claw.telemetry(2, { counters: { cashCoins: 7 } }));
    expect((await listOf(claw.id)).records).toMatchObject([{ coins: 3 }]);
    await merchant.call(calls.restoreCashGain, { id: line!.id });
    expect((await listOf(claw.id)).records).toMatchObject([{ coins: 7 }]);
    expect((await listOf(claw.id, { hidden: true })).records).toEqual([]);
    expect(await merchant.call(calls.sumCashGains, { equipmentId: claw.id })).toMatchObject({ coins: 7 });
  });

  it('can be hidden once, and not by another merchant or without the right', async () => {
    const claw = await onlineDevice(server);
    await claw.say('telemetry', claw.telemetry(1, { counters: { cashCoins: 4 } }));
    const [line] = (await listOf(claw.id)).records;
    const hide = async (client: Client) => refusalOf(client.call(calls.hideCashGain, { id: line!.id }));
    expect(await hide(await server.logIn('merchant2'))).toBe('kit:error.notFound');
    expect(await hide(await server.logIn('clerk'))).toBe('kit:error.noPermission');
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => hide(merchant)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  });

  it('is summed by day, and coins by machine and day', async () => {
    const claw = await onlineDevice(server, { siteId: demoId('site:merchant:5') });
    const day = businessDay(server.clock.now());
    const ask = { fieldId: demoId('site:merchant:5'), from: day, to: day };
    const [before] = await merchant.call(calls.offlineIncome, ask);
    await claw.say('telemetry', claw.telemetry(1, { counters: { cashCoins: 6 } }));
    const [after] = await merchant.call(calls.offlineIncome, ask);
    expect(after!.coins - before!.coins).toBe(6);
    expect(after!.moneyFen).toBe(before!.moneyFen);
    expect((await merchant.call(calls.listCoinIns, { equipmentId: claw.id })).records).toMatchObject([
      { day, coins: 6, coinsFen: 600 },
    ]);
  });
});
