import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { lockConfirmed, replaceConfirmed } from '#features/machines/settings/server/confirmed-queries.ts';
import { tellConfirmed } from '#features/machines/settings/server/tell-confirmed.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { vendingContract } from '../contract.ts';
import { countStale, forgetOldSales } from '../server/count-needs.ts';
import { listExpiring, listLowLanes } from '../server/public.ts';
import { addMachine, addTemplate, fill, laneOf, movementsOf } from './vending-fixture.ts';

const { server } = testServer();
const sale = (lane: number) => ({ kind: 'vend' as const, at: server.clock.now().toISOString(), lane });

describe('filling a lane', () => {
  it('raises its stock and leaves a record of who did it', async () => {
    const { client, device } = await addMachine(server);
    expect(await fill(client, device, 1, 5)).toEqual({ filled: 5 });
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 5, level: 'ok' });
    expect(await movementsOf(server, device)).toMatchObject([
      { kind: 'load', lane: 1, amount: 5, stockBefore: 0, stockAfter: 5, costFen: 200, userName: '陈立新' },
    ]);
    const { records } = await client.call(vendingContract.listMovements, { equipmentId: device.id });
    expect(records).toMatchObject([{ kind: 'load', lane: 1, amount: 5, userName: '陈立新' }]);
  });

  it('stops at the capacity and says how much still fits', async () => {
    const { client, device } = await addMachine(server);
    await fill(client, device, 1, 6);
    await expect(fill(client, device, 1, 3)).rejects.toMatchObject({
      status: 409,
      message: 'Lane 1 holds 8 at most; there is room for 2 more',
    });
    expect((await laneOf(client, device, 1)).stock).toBe(6);
  });

  it('needs a product in the lane and a lane in the machine', async () => {
    const { client, device } = await addMachine(server, { lanes: 1 });
    await expect(fill(client, device, 2, 1)).rejects.toMatchObject({ key: 'vending:error.noProduct' });
    await expect(fill(client, device, 777, 1)).rejects.toMatchObject({ key: 'vending:error.unknownLane' });
  });

  it('books a repeated request once', async () => {
    const { client, device } = await addMachine(server);
    const request = { equipmentId: device.id, lanes: [{ lane: 1, amount: 3 }], requestId: newId() };
    await client.call(vendingContract.fillLanes, request);
    expect(await client.call(vendingContract.fillLanes, request)).toEqual({ filled: 3 });
    expect((await laneOf(client, device, 1)).stock).toBe(3);
  });

  it('starts from what was found when the book was wrong', async () => {
    const { client, device } = await addMachine(server);
    await fill(client, device, 1, 5);
    await fill(client, device, 1, 6, { counted: 2 });
    expect((await laneOf(client, device, 1)).stock).toBe(8);
    expect(await movementsOf(server, device)).toMatchObject([
      { kind: 'load', amount: 5 },
      { kind: 'correct', amount: -3, stockBefore: 5, stockAfter: 2 },
      { kind: 'load', amount: 6, stockBefore: 2, stockAfter: 8 },
    ]);
  });

  it('in parallel by several people never overfills and never loses a piece', async () => {
    const { client, device } = await addMachine(server, { lanes: 2 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        client.call(vendingContract.fillLanes, {
          equipmentId: device.id,
          // Both orders of naming the lanes: this must not deadlock.
          lanes: (index % 2 ? [1, 2] : [2, 1]).map((lane) => ({ lane, amount: 1 })),
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    for (const lane of [1, 2]) expect((await laneOf(client, device, lane)).stock).toBe(8);
    const loads = (await movementsOf(server, device)).filter(({ lane }) => lane === 1);
    expect(loads.map(({ stockAfter }) => stockAfter).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is refused to another merchant', async () => {
    const { device } = await addMachine(server);
    const stranger = await server.as('merchant2');
    await expect(fill(stranger, device, 1, 1)).rejects.toMatchObject({ status: 404 });
  });
});

describe('taking out and counting', () => {
  it('takes out no more than there is', async () => {
    const { client, device } = await addMachine(server);
    await fill(client, device, 1, 3);
    const take = (amount: number) =>
      client.call(vendingContract.unloadLanes, { equipmentId: device.id, lanes: [{ lane: 1, amount }] });
    await expect(take(4)).rejects.toMatchObject({ status: 409, key: 'vending:error.notEnough' });
    expect(await take(2)).toEqual({ taken: 2 });
    expect((await laneOf(client, device, 1)).stock).toBe(1);
  });

  it('sets a lane to what was counted, by form as old clients send it', async () => {
    const { client, device } = await addMachine(server);
    await fill(client, device, 2, 6);
    const { access_token } = await server.login('merchant');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/updateShipment',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'blade-auth': `bearer ${access_token}`,
      },
      payload: new URLSearchParams({
        equipmentId: device.id,
        lane: '2',
        stock: '4',
        note: 'one was squashed',
      }).toString(),
    });
    expect(answer.json()).toMatchObject({ code: 200, data: { lane: 2, stock: 4 } });
    expect((await movementsOf(server, device)).at(-1)).toMatchObject({
      kind: 'correct',
      amount: -2,
      note: 'one was squashed',
    });
  });
});

describe('a lane with expired goods', () => {
  const inDays = (days: number) => businessDay(new Date(server.clock.now().getTime() + days * dayMs));

  it('is emptied first, as a loss with its reason, and the new goods are dated', async () => {
    const { client, device, templateId } = await addMachine(server);
    await fill(client, device, 1, 5);
    await fill(client, device, 2, 3, { expiryDate: inDays(30) });
    await client.call(vendingContract.saveTemplate, {
      id: templateId,
      type: 'drink',
      name: `Expiring ${device.code}`,
      priceFen: 500,
      costFen: 200,
      expiryDate: inDays(-1),
      warnDays: 2,
    });
    expect(await laneOf(client, device, 1)).toMatchObject({ expiry: 'expired', needsDate: true });
    // its own date counts more than the one of the product, and in an empty lane nothing is expired
    expect(await laneOf(client, device, 2)).toMatchObject({ expiryDate: inDays(30), expiry: null });
    expect(await laneOf(client, device, 3)).toMatchObject({ stock: 0, expiry: null, needsDate: true });
    await expect(fill(client, device, 3, 1)).rejects.toMatchObject({ key: 'vending:error.dateNeeded' });

    const again = (more: object) => fill(client, device, 1, 6, more);
    await expect(again({ expiryDate: inDays(9), counted: 2 })).rejects.toMatchObject({
      key: 'vending:error.expiredInside',
    });
    await expect(again({ lost: 5 })).rejects.toMatchObject({ key: 'vending:error.dateNeeded' });
    await expect(again({ lost: 5, expiryDate: inDays(-1) })).rejects.toMatchObject({
      key: 'vending:error.dateGone',
    });
    await expect(again({ lost: 6, expiryDate: inDays(9) })).rejects.toMatchObject({
      key: 'vending:error.notEnough',
    });
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 5 });
    expect(await again({ lost: 5, expiryDate: inDays(9) })).toEqual({ filled: 6 });
    expect(await laneOf(client, device, 1)).toMatchObject({
      stock: 6,
      expiryDate: inDays(9),
      expiry: null,
    });
    expect((await movementsOf(server, device)).slice(-2)).toMatchObject([
      { kind: 'loss', reason: 'expired', amount: 5, stockAfter: 0, costFen: 200 },
      { kind: 'load', amount: 6, stockBefore: 0, stockAfter: 6, expiryDate: inDays(9) },
    ]);
  });

  it('with goods of several dates goes by the earliest, and an empty one by none', async () => {
    const { client, device } = await addMachine(server);
    for (const days of [20, 10, 30]) await fill(client, device, 1, 2, { expiryDate: inDays(days) });
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 6, expiryDate: inDays(10) });
    await client.call(vendingContract.unloadLanes, {
      equipmentId: device.id,
      lanes: [{ lane: 1, amount: 6 }],
      lossReason: 'damaged',
    });
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 0, expiryDate: null });
  });
});

describe('a visit', () => {
  it('is one record of all that one person did at one machine, until a long break', async () => {
    const { client, device } = await addMachine(server);
    const equipmentId = device.id;
    const visits = async () => (await client.call(vendingContract.listVisits, { equipmentId })).records;
    await client.call(vendingContract.fillLanes, {
      equipmentId,
      lanes: [
        { lane: 1, amount: 5 },
        { lane: 2, amount: 4 },
      ],
    });
    const lanes = [{ lane: 2, amount: 1 }];
    await client.call(vendingContract.unloadLanes, { equipmentId, lanes, lossReason: 'damaged' });
    await client.call(vendingContract.unloadLanes, { equipmentId, lanes });
    const [visit, ...others] = await visits();
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ laneNumber: 2, loaded: 9, taken: 1, lost: 1, lossFen: 200 });
    const { records } = await client.call(vendingContract.listMovements, { visitId: visit!.id });
    expect(records.map(({ kind }) => kind).sort()).toEqual(['load', 'load', 'loss', 'unload']);

    await server.services.db.raw`update vending_visit
      set created_at = created_at - interval '1 hour', last_at = last_at - interval '1 hour' where id = ${visit!.id}`;
    await fill(client, device, 3, 1);
    expect((await visits()).map(({ loaded }) => loaded)).toEqual([1, 9]);
  });
});

it('records from before there were visits become visits: one person, one machine, no long break', async () => {
  const { client, device } = await addMachine(server);
  await fill(client, device, 1, 2);
  await fill(client, device, 2, 2);
  const { raw } = server.services.db;
  const file = new URL('../migrations/20261121-31-visits-and-dates.sql', import.meta.url);
  const migration = await readFile(file, 'utf8');
  await raw`alter table vending_movement disable trigger vending_movement_append_only`;
  await raw`update vending_movement set visit_id = null`;
  await raw`delete from vending_visit`;
  await raw.unsafe(migration.slice(migration.indexOf('-- Earlier records become visits too.')));
  const { records } = await client.call(vendingContract.listVisits, { equipmentId: device.id });
  expect(records).toMatchObject([{ laneNumber: 2, loaded: 4, userName: '陈立新' }]);
  const [{ alone } = { alone: -1 }] = await raw<{ alone: number }[]>`
    select count(*)::int as alone from vending_movement where (user_id is null) <> (visit_id is null)`;
  expect(alone).toBe(0);
  await expect(raw`update vending_movement set amount = 1`).rejects.toThrow();
});

describe('changing the product of a lane', () => {
  it('asks for the old pieces to be taken out, and records it', async () => {
    const { client, device } = await addMachine(server);
    await fill(client, device, 1, 4);
    const other = await addTemplate(client);
    const change = (takeOut: boolean) =>
      client.call(vendingContract.updateLanes, {
        equipmentId: device.id,
        lanes: [{ lane: 1, templateId: other }],
        takeOut,
      });
    await expect(change(false)).rejects.toMatchObject({ status: 409, key: 'vending:error.holdsOther' });
    await change(true);
    expect(await laneOf(client, device, 1)).toMatchObject({ templateId: other, stock: 0, level: 'empty' });
    expect((await movementsOf(server, device)).at(-1)).toMatchObject({ kind: 'unload', amount: 4 });
  });

  it('copies the products of another machine lane by lane', async () => {
    const model = await addMachine(server, { lanes: 4 });
    const { client, device } = await addMachine(server, { lanes: 1 });
    const copy = { fromId: model.device.id, equipmentId: device.id, withPrices: false };
    expect(await client.call(vendingContract.copyGoods, copy)).toMatchObject({ copied: 4, changeId: null });
    expect(await laneOf(client, device, 4)).toMatchObject({ templateId: model.templateId });
    await expect(
      client.call(vendingContract.copyGoods, { ...copy, fromId: device.id }),
    ).rejects.toMatchObject({ key: 'vending:error.sameDevice' });
  });
});

describe('what alerts ask for', () => {
  it('names lanes that are low and goods that expire', async () => {
    const { client, device } = await addMachine(server, { lanes: 2 });
    await fill(client, device, 1, 8);
    await fill(client, device, 2, 2);
    const { db, clock } = server.services;
    const scope = tenantScope(demoTenants.merchant);
    const low = (await listLowLanes(db.read, scope)).filter(({ deviceId }) => deviceId === device.id);
    expect(low).toMatchObject([{ lane: 2, stock: 2, capacity: 8, level: 'low' }]);
    const expiring = await listExpiring(db.read, scope, clock.now());
    expect(expiring.length).toBeGreaterThan(0);
    expect(expiring.every(({ stock }) => stock > 0)).toBe(true);
    const longAgo = new Date(clock.now().getTime() - 1000 * dayMs);
    expect(await listExpiring(db.read, scope, longAgo)).toEqual([]);
  });

  it('lists machines by need', async () => {
    const { client, device } = await addMachine(server, { lanes: 60 });
    const before = await client.call(vendingContract.listStock, { size: 1 });
    expect(before.records[0]).toMatchObject({ equipmentId: device.id, emptyLanes: 60, missing: 480 });
    const needy = await client.call(vendingContract.listStock, {
      needy: true,
      fieldId: demoId('site:merchant:1'),
      size: 100,
    });
    const needs = needy.records.map(({ need }) => need);
    expect(needs).toEqual([...needs].sort((a, b) => b - a));
  });
});

describe('the need of a machine', () => {
  const stockOf = async (client: Client, code: string, needy?: boolean) =>
    (await client.call(vendingContract.listStock, { name: code, needy, size: 1 })).records[0];

  it('follows what is filled and sold, and who needs nothing is left out on request', async () => {
    const { client, device } = await addMachine(server, { lanes: 2 });
    const empty = await stockOf(client, device.code, true);
    expect(empty).toMatchObject({ emptyLanes: 2, need: 2 * (1000 + 100) });
    await fill(client, device, 1, 8);
    await fill(client, device, 2, 8);
    expect(await stockOf(client, device.code)).toMatchObject({ need: 0, lowLanes: 0, stock: 16 });
    expect(await stockOf(client, device.code, true)).toBeUndefined();
    await device.say('telemetry', device.telemetry(1, { events: [sale(1), sale(1)] }));
    const sold = await stockOf(client, device.code);
    expect(sold).toMatchObject({ stock: 14, lowLanes: 0 });
    expect(sold!.need).toBe(Math.round(25 + (2 / 7) * 50 * 0.25));
  });

  it('is about goods that expire, from the day on that their product warns', async () => {
    const { client, device, templateId } = await addMachine(server, { lanes: 1 });
    await fill(client, device, 1, 8);
    expect(await stockOf(client, device.code, true)).toBeUndefined();
    const inDays = (days: number) => businessDay(new Date(server.clock.now().getTime() + days * dayMs));
    const product = {
      id: templateId,
      type: 'drink',
      name: `Milk ${device.code}`,
      priceFen: 1,
      costFen: 1,
    } as const;
    const save = (expiryDate: string, warnDays: number) =>
      client.call(vendingContract.saveTemplate, { ...product, expiryDate, warnDays });
    const told = async () =>
      (
        await listExpiring(server.services.db.read, tenantScope(demoTenants.merchant), server.clock.now())
      ).filter(({ deviceId }) => deviceId === device.id);
    await save(inDays(10), 9);
    expect(await stockOf(client, device.code, true)).toBeUndefined();
    expect(await told()).toEqual([]);
    await save(inDays(10), 10);
    expect(await stockOf(client, device.code, true)).toMatchObject({ expiringLanes: 1 });
    expect(await told()).toMatchObject([{ lane: 1, daysLeft: 10 }]);
    // near its day is not past it
    await save(inDays(0), 10);
    expect(await stockOf(client, device.code, true)).toMatchObject({ expiringLanes: 1, expiredLanes: 0 });
    await save(inDays(-1), 10);
    expect(await stockOf(client, device.code, true)).toMatchObject({ expiringLanes: 0, expiredLanes: 1 });
    await save(inDays(10), 10);
    await client.call(vendingContract.unloadLanes, {
      equipmentId: device.id,
      lanes: [{ lane: 1, amount: 8 }],
    });
    expect(await stockOf(client, device.code, true)).toMatchObject({ expiringLanes: 0, emptyLanes: 1 });
  });

  it('of machines that stood there before it was kept is counted when the server starts', async () => {
    const { client, device } = await addMachine(server, { lanes: 1 });
    await server.services.db
      .raw`update vending_need set need = 0, stale = true where device_id = ${device.id}`;
    await countStale(server.services);
    expect((await stockOf(client, device.code))!.need).toBe(1100);
  });

  it('follows the capacity and state that the machine itself confirms', async () => {
    const { client, device } = await addMachine(server, { lanes: 2 });
    const key = { tenantId: demoTenants.merchant, deviceId: device.id, type: 'vending' as const };
    await server.services.db.transaction(async (tx) => {
      const confirmed = (await lockConfirmed(tx, [key])).get(device.id)!;
      const lanes = (confirmed.settings.lanes!.lanes as { lane: number }[]).map((lane) =>
        lane.lane === 1 ? { ...lane, open: false } : lane,
      );
      await replaceConfirmed(tx, key, {
        settings: { ...confirmed.settings, lanes: { lanes } },
        hash: 'test',
        version: 7,
        appliedAt: server.clock.now(),
      });
      await tellConfirmed(tx, server.services, [key]);
    });
    expect(await stockOf(client, device.code)).toMatchObject({ need: 1100, emptyLanes: 1 });
  });

  it('forgets what was sold longer than a week ago', async () => {
    const { client, device } = await addMachine(server, { lanes: 1 });
    await fill(client, device, 1, 8);
    await device.say('telemetry', device.telemetry(1, { events: [sale(1), sale(1)] }));
    expect((await stockOf(client, device.code))!.need).toBeGreaterThan(25);
    server.clock.forward(7 * dayMs + hourMs);
    await forgetOldSales(server.services);
    // The log-in from before has run out meanwhile.
    const later = server.withToken((await server.login('merchant')).access_token);
    expect((await stockOf(later, device.code))!.need).toBe(25);
  });
});
