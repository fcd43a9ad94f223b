import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { prizesContract } from '#features/insight/prizes/contract.ts';
import { prizeHandlers } from '#features/insight/prizes/server/prize-handlers.ts';
import { factListeners } from '#features/machines/devices/server/hub.ts';
import { addCounters } from '#features/machines/devices/server/public.ts';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { giftsContract } from '../contract.ts';
import { movementHandlers } from '../server/movement-handlers.ts';
import { placementHandlers } from '../server/placement-handlers.ts';
import { listLowGifts, takeWonGifts } from '../server/public.ts';
import { giftMovements } from '../tables.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const other = staff('merchant2');
let typeId: string;
const { merchant: tenantId } = demoTenants;
const firstSite = demoId('site:merchant:1');
const secondSite = demoId('site:merchant:2');

beforeAll(async () => {
  typeId = (await merchant.call(giftsContract.saveType, { name: '装机测试' })).id;
});

let next = 0;
async function addGift(stock: number, costFen = 1000): Promise<string> {
  next += 1;
  return (await merchant.call(giftsContract.saveGift, { name: `装机礼品 ${next}`, typeId, costFen, stock }))
    .id;
}
const addDevice = async (type: DeviceType = 'claw', siteId = firstSite, owner: string = tenantId) =>
  (await createTestDevice(server, { type, siteId, tenantId: owner })).id;
const load = (equipmentId: string, giftId: string, amount: number, capacity?: number) =>
  merchant.call(giftsContract.loadDevice, { equipmentId, giftId, amount, capacity });
const stockOf = async (id: string) => (await merchant.call(giftsContract.readGift, { id })).stock;
const inDevice = async (equipmentId: string) =>
  (await merchant.call(giftsContract.readPlacement, { equipmentId })).stock;
const takeWon = (won: { deviceId: string; amount: number; at?: Date }[]) =>
  server.services.db.transaction((tx) =>
    takeWonGifts(
      tx,
      tenantId,
      won.map((one) => ({ at: server.clock.now(), ...one })),
    ),
  );
async function movementsOf(deviceId: string) {
  const movement = rows(tenantScope(tenantId), giftMovements);
  return server.services.db.read
    .select()
    .from(movement)
    .where(eq(movement.deviceId, deviceId))
    .orderBy(movement.createdAt, movement.id);
}

describe('loading a device', () => {
  it('moves pieces from the warehouse, and says how many there are on both sides', async () => {
    const [gift, device] = [await addGift(20), await addDevice()];
    expect(await merchant.call(giftsContract.listDeviceGifts, { equipmentId: device })).toEqual([]);
    const placed = await load(device, gift, 8, 10);
    expect(placed).toMatchObject({ giftId: gift, stock: 8, capacity: 10, warehouseStock: 12, state: 'ok' });
    await load(device, gift, 2);
    expect([await stockOf(gift), await inDevice(device)]).toEqual([10, 10]);
    expect(await merchant.call(giftsContract.listDeviceGifts, { equipmentId: device })).toHaveLength(1);
    const [first] = await movementsOf(device);
    expect(first).toMatchObject({
      kind: 'load',
      amount: 8,
      stockBefore: 20,
      stockAfter: 12,
      deviceStockBefore: 0,
      deviceStockAfter: 8,
      siteId: firstSite,
      userName: '陈立新',
    });
    expect(await merchant.call(giftsContract.readGift, { id: gift })).toMatchObject({
      equipmentNumber: 1,
      equipmentStock: 10,
    });
  });

  it('says why it can not be done, and then nothing moved', async () => {
    const [gift, other, device] = [await addGift(5), await addGift(5), await addDevice()];
    expect((await refusal(load(device, gift, 1))).issues[0]?.path).toBe('capacity');
    expect(await refusalOf(load(device, gift, 6, 10))).toBe('gifts:error.warehouseShort');
    expect(await refusalOf(load(device, gift, 4, 3))).toBe('gifts:error.overCapacity');
    await load(device, gift, 2, 3);
    expect(await refusalOf(load(device, gift, 2))).toBe('gifts:error.overCapacity');
    expect(await refusalOf(load(device, other, 1, 3))).toBe('gifts:error.otherGift');
    expect(await refusalOf(load(await addDevice('exchange'), gift, 1, 3))).toBe(
      'gifts:error.wrongDeviceType',
    );
    expect([await stockOf(gift), await stockOf(other), await inDevice(device)]).toEqual([3, 5, 2]);
  });

  it('gives the last pieces to exactly as many as there are, when twenty load at once', async () => {
    const gift = await addGift(7);
    const devices = await Promise.all(Array.from({ length: 20 }, () => addDevice()));
    const results = await Promise.allSettled(devices.map((device) => load(device, gift, 1, 5)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.key).toBe('gifts:error.warehouseShort');
    expect(await stockOf(gift)).toBe(0);
    const placed = await Promise.all(devices.map(inDevice));
    expect(placed.reduce((sum, stock) => sum + stock, 0)).toBe(7);
  });

  it('into one device at once never passes its capacity, also when it held nothing before', async () => {
    const [gift, device] = [await addGift(50), await addDevice()];
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => load(device, gift, 2, 9)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(4);
    expect([await stockOf(gift), await inDevice(device)]).toEqual([42, 8]);
  });

  it('books a request that is sent again only once', async () => {
    const [gift, device] = [await addGift(10), await addDevice()];
    const request = { equipmentId: device, giftId: gift, amount: 3, capacity: 20, requestId: newId() };
    await Promise.all(Array.from({ length: 4 }, () => merchant.call(giftsContract.loadDevice, request)));
    expect([await stockOf(gift), await inDevice(device)]).toEqual([7, 3]);
  });
});

describe('what lies in a device', () => {
  it('is taken back, counted, reconfigured and emptied', async () => {
    const [gift, equipmentId] = [await addGift(10), await addDevice('cabinet')];
    await load(equipmentId, gift, 6, 10);
    await merchant.call(giftsContract.unloadDevice, { equipmentId, amount: 2 });
    expect([await stockOf(gift), await inDevice(equipmentId)]).toEqual([6, 4]);
    await merchant.call(giftsContract.countDevice, { equipmentId, stock: 3, note: '少一件' });
    expect([await stockOf(gift), await inDevice(equipmentId)]).toEqual([6, 3]);
    const set = { equipmentId, capacity: 12, alarmThreshold: 3 };
    expect(await merchant.call(giftsContract.configurePlacement, set)).toMatchObject({ state: 'low' });
    await merchant.call(giftsContract.removePlacement, { equipmentId });
    expect([await stockOf(gift), await inDevice(equipmentId)]).toEqual([9, 0]);
    const kinds = (await movementsOf(equipmentId)).map(({ kind, amount }) => [kind, amount]);
    expect(kinds).toEqual([
      ['load', 6],
      ['unload', 2],
      ['correct', -1],
      ['unload', 3],
    ]);
  });

  it('is refused where it makes no sense', async () => {
    const [gift, equipmentId] = [await addGift(10), await addDevice()];
    const unload = () => merchant.call(giftsContract.unloadDevice, { equipmentId, amount: 5 });
    expect(await refusalOf(unload())).toBe('gifts:error.nothingSet');
    await load(equipmentId, gift, 4, 6);
    expect(await refusalOf(unload())).toBe('gifts:error.deviceShort');
    const smaller = { equipmentId, capacity: 3, alarmThreshold: 0 };
    expect(await refusalOf(merchant.call(giftsContract.configurePlacement, smaller))).toBe(
      'gifts:error.capacityBelowStock',
    );
    const many = { equipmentId, stock: 7, note: '多了' };
    expect(await refusalOf(merchant.call(giftsContract.countDevice, many))).toBe(
      'gifts:error.countOverCapacity',
    );
    const same = { equipmentId, giftId: gift, amount: 1, capacity: 6, alarmThreshold: 0 };
    expect(await refusalOf(merchant.call(giftsContract.replaceGift, same))).toBe('gifts:error.sameGift');
    expect(await inDevice(equipmentId)).toBe(4);
  });

  it('is replaced in one step, or not at all', async () => {
    const [gift, next, equipmentId] = [await addGift(10), await addGift(3), await addDevice()];
    await load(equipmentId, gift, 6, 8);
    const replace = (amount: number) =>
      merchant.call(giftsContract.replaceGift, {
        equipmentId,
        giftId: next,
        amount,
        capacity: 8,
        alarmThreshold: 1,
      });
    expect((await refusal(replace(4))).key).toBe('gifts:error.warehouseShort');
    expect([await stockOf(gift), await inDevice(equipmentId)]).toEqual([4, 6]);
    await replace(3);
    expect([await stockOf(gift), await stockOf(next), await inDevice(equipmentId)]).toEqual([10, 0, 3]);
  });

  it('keeps its gift from being removed', async () => {
    const [gift, equipmentId] = [await addGift(2), await addDevice()];
    await load(equipmentId, gift, 1, 5);
    const error = await refusal(merchant.call(giftsContract.removeGifts, { ids: [gift] }));
    expect([error.status, error.key]).toEqual([409, 'gifts:error.inDevices']);
    await merchant.call(giftsContract.removePlacement, { equipmentId });
    await merchant.call(giftsContract.removeGifts, { ids: [gift] });
  });

  it('stays on the books when the machine leaves, until it is taken back', async () => {
    const [gift, equipmentId] = [await addGift(5), await addDevice()];
    await load(equipmentId, gift, 5, 5);
    await server.services.db.raw`update device set unbound_at = now() where id = ${equipmentId}`;
    const page = await merchant.call(giftsContract.listPlacements, { giftId: gift });
    expect(page.records).toMatchObject([{ equipmentId, equipmentNo: null, stock: 5 }]);
    await merchant.call(giftsContract.removePlacement, { equipmentId });
    expect(await stockOf(gift)).toBe(5);
    expect((await merchant.call(giftsContract.listPlacements, { giftId: gift })).total).toBe(0);
  });
});

describe('prizes that a device reports out', () => {
  it('leave its stock, never below zero, and what is missing is recorded', async () => {
    const [gift, device] = [await addGift(10), await addDevice()];
    await load(device, gift, 5, 10);
    await takeWon([
      { deviceId: device, amount: 3 },
      { deviceId: device, amount: 4 },
      { deviceId: await addDevice(), amount: 2 },
    ]);
    expect([await stockOf(gift), await inDevice(device)]).toEqual([5, 0]);
    const won = (await movementsOf(device)).filter(({ kind }) => kind === 'won');
    expect(
      won.map(({ amount, missing, deviceStockBefore, deviceStockAfter, userId }) => [
        amount,
        missing,
        deviceStockBefore,
        deviceStockAfter,
        userId,
      ]),
    ).toEqual([
      [3, 0, 5, 2, null],
      [2, 2, 2, 0, null],
    ]);
  });

  it('reach the stock as the counter that devices report, other counters do not', async () => {
    const [gift, deviceId] = [await addGift(10), await addDevice()];
    await load(deviceId, gift, 6, 10);
    const ref = { tenantId, deviceId, siteId: firstSite, code: 'GIFT', type: 'claw' as const };
    const at = server.clock.now();
    await server.services.db.transaction(async (tx) => {
      for (const listener of factListeners(server.services))
        await listener.increments?.(tx, [
          { ...ref, counter: 'prizesOut', amount: 2, at },
          { ...ref, counter: 'coinsIn', amount: 3, at },
        ]);
    });
    expect(await inDevice(deviceId)).toBe(4);
  });

  it('are all counted when reports and loading come at the same time', async () => {
    const [gift, device] = [await addGift(40), await addDevice()];
    await load(device, gift, 20, 100);
    await Promise.all([
      ...Array.from({ length: 10 }, () => takeWon([{ deviceId: device, amount: 1 }])),
      ...Array.from({ length: 5 }, () => load(device, gift, 2)),
    ]);
    expect([await stockOf(gift), await inDevice(device)]).toEqual([10, 20]);
  });

  it('are summed per gift and device, with the cost of that time', async () => {
    const [gift, equipmentId] = [await addGift(10, 700), await addDevice('claw', secondSite)];
    await load(equipmentId, gift, 4, 10);
    await takeWon([{ deviceId: equipmentId, amount: 5 }]);
    await merchant.call(giftsContract.saveGift, { id: gift, name: '涨价了', typeId, costFen: 900 });
    await load(equipmentId, gift, 3);
    await takeWon([{ deviceId: equipmentId, amount: 1 }]);
    await merchant.call(giftsContract.unloadDevice, { equipmentId, amount: 2 });
    const [row] = await merchant.call(giftsContract.giftStatistics, { equipmentId });
    expect(row).toMatchObject({
      giftName: '涨价了',
      fieldId: secondSite,
      loaded: 7,
      out: 6,
      missing: 1,
      takenBack: 2,
      costFen: 5 * 700 + 900,
    });
    const statistics = (input: object) =>
      merchant.call(giftsContract.giftStatistics, { equipmentId, ...input });
    expect(await statistics({ fieldId: firstSite })).toEqual([]);
    expect(await statistics({ to: '2020-01-01' })).toEqual([]);
    const tomorrow = new Date(server.clock.now().getTime() + 2 * dayMs).toISOString().slice(0, 10);
    expect(await statistics({ from: tomorrow })).toEqual([]);
  });
});

describe('figures of prizes', () => {
  const playsOf = (deviceId: string, siteId: string, plays: number, prizesOut: number, at?: Date) =>
    server.services.db.transaction((tx) => {
      const ref = { tenantId, deviceId, siteId, code: 'FIG', type: 'claw' as const };
      const counted = { at: at ?? server.clock.now() };
      return addCounters(tx, [
        { ...ref, ...counted, counter: 'plays', amount: plays },
        { ...ref, ...counted, counter: 'prizesOut', amount: prizesOut },
      ]);
    });
  const setRate = async (deviceId: string, payoutRate: number) => {
    const settings = structuredClone(defaultSettings('claw'));
    Object.assign(settings.force as object, { payoutMode: 'random', payoutRate, guaranteeAfterPlays: 0 });
    await server.services.db.transaction((tx) =>
      tx.execute(sql`
        insert into device_settings (tenant_id, device_id, settings, hash)
        values (${tenantId}, ${deviceId}, ${JSON.stringify(settings)}::jsonb, ${settingsHash(settings)})
        on conflict (tenant_id, device_id) do update set settings = excluded.settings, hash = excluded.hash`),
    );
  };

  it('say what went out of a machine, what it cost, and whether its wins can be chance', async () => {
    const [gift, equipmentId] = [await addGift(30, 700), await addDevice('claw', secondSite)];
    await setRate(equipmentId, 500);
    await load(equipmentId, gift, 4, 20);
    await takeWon([{ deviceId: equipmentId, amount: 12 }]);
    await playsOf(equipmentId, secondSite, 100, 12);
    const { records, total } = await merchant.call(prizesContract.listConsumption, { equipmentId });
    expect(total).toBe(1);
    expect(records[0]).toMatchObject({
      equipmentId,
      fieldId: secondSite,
      out: 12,
      missing: 8,
      costFen: 12 * 700,
      plays: 100,
      wins: 12,
      winRate: 1200,
      setRate: 500,
      verdict: 'rareMany',
      judgedFrom: null,
    });
    expect(records[0]?.words).toContain('4');
    const byGift = await merchant.call(prizesContract.listConsumption, { equipmentId, by: 'gift' });
    expect(byGift.records).toMatchObject([
      { giftId: gift, out: 12, costFen: 8400, plays: 0, verdict: 'none' },
    ]);
    const byDay = await merchant.call(prizesContract.listConsumption, { equipmentId, by: 'day' });
    expect(byDay.records).toMatchObject([
      { day: businessDay(server.clock.now()), out: 12, plays: 100, verdict: 'rareMany' },
    ]);
    const elsewhere = { equipmentId, fieldId: firstSite };
    expect((await merchant.call(prizesContract.listConsumption, elsewhere)).records).toEqual([]);
    const [machine] = (await merchant.call(prizesContract.listPrizeMachines, { equipmentId })).records;
    expect(machine).toMatchObject({
      ...{ costFen: 8400, costPerPlayFen: 84, incomeFen: 0, coins: 0, takenFen: 0 },
      ...{ payoutRatio: null, payoutBasis: 'nothing' },
    });
    const parts = await merchant.call(prizesContract.readPrizeParts, { equipmentId });
    expect(parts).toMatchObject({
      lanes: [],
      linesLost: false,
      gifts: [{ out: 12, missing: 8, costFen: 8400 }],
    });
    expect((await other.call(prizesContract.listConsumption, { equipmentId })).records).toEqual([]);
    expect((await refusal(other.call(prizesContract.readPrizeParts, { equipmentId }))).status).toBe(404);
  });

  it('compare only what was played since the rate was last changed', async () => {
    const equipmentId = await addDevice('claw', secondSite);
    await setRate(equipmentId, 5000);
    const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * dayMs);
    await playsOf(equipmentId, secondSite, 1000, 10, daysAgo(9));
    await playsOf(equipmentId, secondSite, 40, 20, daysAgo(1));
    const read = async () =>
      (await merchant.call(prizesContract.listConsumption, { equipmentId })).records[0];
    expect(await read()).toMatchObject({ plays: 1040, verdict: 'faultFew', judgedFrom: null });
    const changed = [{ group: 'force', name: 'payoutRate', before: 100, after: 5000 }];
    const changedAt = daysAgo(5);
    await server.services.db.transaction((tx) =>
      tx.execute(sql`
        insert into settings_change (tenant_id, id, device_id, site_id, device_code, device_number, device_type,
          version, state, wanted, differences, started_at, deadline_at, ended_at)
        values (${tenantId}, ${newId()}, ${equipmentId}, ${secondSite}, 'FIG', 1, 'claw', 1, 'applied', '{}',
          ${JSON.stringify(changed)}::jsonb, ${changedAt.toISOString()}, ${changedAt.toISOString()},
          ${changedAt.toISOString()})`),
    );
    expect(await read()).toMatchObject({
      plays: 1040,
      wins: 30,
      verdict: 'chance',
      judgedFrom: addDays(businessDay(changedAt), 1),
      likelyFrom: 14,
      likelyTo: 26,
    });
    const days = await merchant.call(prizesContract.listConsumption, { equipmentId, by: 'day' });
    expect(days.records.map(({ plays, verdict }) => [plays, verdict])).toEqual([
      [40, 'chance'],
      [1000, 'none'],
    ]);
    // the day of the change is the site's: where days begin eleven hours later, it may still be the day before
    const own = sql`tenant_id = ${tenantId} and site_id = ${secondSite}`;
    const shift = (to: number) =>
      server.services.db.transaction((tx) =>
        tx.execute(sql`
          insert into figure_site (tenant_id, site_id, time_zone, day_start) values (${tenantId}, ${secondSite}, 'Etc/GMT', ${to})
          on conflict (tenant_id, site_id) do update set time_zone = excluded.time_zone, day_start = excluded.day_start`),
      );
    const [before] = await server.services.db.read.execute<{ zone: string; start: number }>(
      sql`select time_zone as zone, day_start as start from figure_site where ${own}`,
    );
    for (const hours of [0, 11]) {
      await shift(hours);
      const changedOn = new Date(changedAt.getTime() - hours * hourMs)
        .toISOString()
        .slice(0, 'yyyy-mm-dd'.length);
      expect((await read())?.judgedFrom).toBe(addDays(changedOn, 1));
    }
    await server.services.db.transaction((tx) =>
      tx.execute(
        before
          ? sql`update figure_site set time_zone = ${before.zone}, day_start = ${before.start} where ${own}`
          : sql`delete from figure_site where ${own}`,
      ),
    );
  });

  it('count lanes by what the machine told, and not against a rate when lines were lost', async () => {
    const machine = await createTestDevice(server, { type: 'lipstick', siteId: firstSite, tenantId });
    const at = server.clock.now().toISOString();
    const log = (lines: { kind: string; data: object }[]) =>
      server.services.db.transaction((tx) =>
        tx.execute(sql`
          insert into device_event (tenant_id, id, device_id, at, received_at, kind, data)
          select ${tenantId}, gen_random_uuid(), ${machine.id}, ${at}, ${at}, kind, data
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(kind text, data jsonb)`),
      );
    const play = { kind: 'play', data: { lane: 3 } };
    await log([...Array.from({ length: 40 }, () => play), { kind: 'win', data: { lane: 3, amount: 1 } }]);
    const read = () => merchant.call(prizesContract.readPrizeParts, { equipmentId: machine.id });
    const told = await read();
    expect(told.linesLost).toBe(false);
    expect(told.lanes).toMatchObject([{ lane: 3, plays: 40, wins: 1, winRate: 250, verdict: 'chance' }]);
    await log([{ kind: 'dropped', data: { lines: 5 } }]);
    expect(await read()).toMatchObject({ linesLost: true, lanes: [{ lane: 3, plays: 40, verdict: 'none' }] });
  });

  it('of sites come to what all of them come to, page by page', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map((current) => merchant.call(prizesContract.listSiteTotals, { current, size: 1 })),
    );
    expect(first?.records).toHaveLength(1);
    expect(first?.records[0]?.fieldId).not.toBe(second?.records[0]?.fieldId);
    const sites = await merchant.call(prizesContract.listSiteTotals, { size: 500 });
    const total = await merchant.call(prizesContract.readTotals, {});
    for (const name of ['out', 'missing', 'costFen', 'plays', 'wins'] as const)
      expect(sites.records.reduce((sum, row) => sum + row[name], 0)).toBe(total[name]);
    expect(total.days.reduce((sum, { out }) => sum + out, 0)).toBe(total.out);
    const limited = {
      session: { scope: tenantScope(tenantId, [secondSite]) },
      db: server.services.db,
      clock: server.services.clock,
    } as unknown as StaffContext;
    const own = await prizeHandlers.listSiteTotals(limited, { current: 1, size: 500 });
    const there = sites.records.filter(({ fieldId }) => fieldId === secondSite);
    expect(own.records.map(({ fieldId, out, plays }) => [fieldId, out, plays])).toEqual(
      there.map(({ fieldId, out, plays }) => [fieldId, out, plays]),
    );
  });

  it('refuse days that do not fit', async () => {
    const ask = (days: object) => refusalOf(merchant.call(prizesContract.readTotals, days));
    expect(await ask({ from: '2026-02-01', to: '2026-01-01' })).toContain('kit:days.backwards');
    expect(await ask({ from: '2020-01-01', to: '2026-01-01' })).toContain('kit:days.tooLong');
    expect(await ask({ to: '0000-01-01' })).toContain('kit:days.noSuchDays');
  });
});

describe('low stock', () => {
  it('of the warehouse and of devices is told to the alerts', async () => {
    const [gift, device] = [await addGift(3), await addDevice()];
    await merchant.call(giftsContract.loadDevice, {
      equipmentId: device,
      giftId: gift,
      amount: 3,
      capacity: 9,
      alarmThreshold: 4,
    });
    const low = (siteIds: string[] | null) =>
      listLowGifts(server.services.db.read, tenantScope(tenantId, siteIds));
    const ofGift = (await low(null)).filter((entry) => entry.giftId === gift);
    expect(ofGift).toMatchObject([
      { deviceId: null, stock: 0 },
      { deviceId: device, siteId: firstSite, stock: 3, alarmThreshold: 4 },
    ]);
    const elsewhere = await low([secondSite]);
    expect(elsewhere.filter((entry) => entry.deviceId === device)).toEqual([]);
    const page = await merchant.call(giftsContract.listPlacements, { state: 'low', giftId: gift });
    expect(page.records.map((row) => row.equipmentId)).toEqual([device]);
  });
});

describe('the list of devices', () => {
  it('finds them by number, name, code and gift, tells their state and sorts by what lies in them', async () => {
    const gift = await addGift(50);
    const [none, full, low, empty] = await Promise.all(Array.from({ length: 4 }, () => addDevice()));
    for (const [device, amount] of [
      [full!, 9],
      [low!, 2],
      [empty!, 0],
    ] as const) {
      const equipmentId = device;
      await load(equipmentId, gift, amount, 10);
      await merchant.call(giftsContract.configurePlacement, { equipmentId, capacity: 10, alarmThreshold: 2 });
    }
    const list = async (input: object) => {
      const page = await merchant.call(giftsContract.listPlacements, { size: 500, ...input });
      expect(page.total).toBe(page.records.length);
      return page.records;
    };
    const states = (rows: { equipmentId: string; state: string }[]) =>
      rows.map(({ equipmentId, state }) => [equipmentId, state]);
    expect(states(await list({ giftId: gift, sort: 'stock', order: 'desc' }))).toEqual([
      [full, 'ok'],
      [low, 'low'],
      [empty, 'empty'],
    ]);
    expect(states(await list({ giftId: gift, state: 'low', sort: 'stock' }))).toEqual([
      [empty, 'empty'],
      [low, 'low'],
    ]);
    const unset = await list({ state: 'none' });
    expect(unset.map(({ equipmentId }) => equipmentId)).toContain(none);
    expect(unset.every(({ giftId, stock }) => giftId === null && stock === 0)).toBe(true);
    const [found] = unset.filter(({ equipmentId }) => equipmentId === none);
    for (const name of [String(found!.equipmentNo), found!.code!.toLowerCase()])
      expect(states(await list({ name }))).toContainEqual([none, 'none']);
    expect(await list({ giftId: gift, fieldId: secondSite })).toEqual([]);
    const numbers = (await list({ fieldId: firstSite })).map(({ equipmentNo }) => equipmentNo!);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const [first] = await list({ giftId: gift, state: 'ok' });
    expect(first).toMatchObject({ valueFen: 9 * 1000, equipmentType: 'claw', fieldId: firstSite });
  });
});

describe('people with less in reach', () => {
  it('of another merchant find no device, and their devices do not take foreign gifts', async () => {
    const [gift, equipmentId] = [await addGift(5), await addDevice()];
    await load(equipmentId, gift, 2, 5);
    const own = await addDevice('claw', demoId('site:merchant2:1'), demoTenants.merchant2);
    const attempts = [
      () => other.call(giftsContract.readPlacement, { equipmentId }),
      () => other.call(giftsContract.listDeviceGifts, { equipmentId }),
      () => other.call(giftsContract.removePlacement, { equipmentId }),
      () => other.call(giftsContract.loadDevice, { equipmentId, giftId: gift, amount: 1, capacity: 5 }),
      () => other.call(giftsContract.loadDevice, { equipmentId: own, giftId: gift, amount: 1, capacity: 5 }),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).status).toBe(404);
    expect(await other.call(giftsContract.giftStatistics, { equipmentId })).toEqual([]);
    expect([await stockOf(gift), await inDevice(equipmentId)]).toEqual([3, 2]);
  });

  it('with some sites only see and load the devices there', async () => {
    const gift = await addGift(9);
    const [here, there] = [await addDevice('claw', secondSite), await addDevice('claw', firstSite)];
    await load(there, gift, 1, 5);
    const { services } = server;
    const limited = {
      session: {
        ...{ kind: 'staff', sessionId: newId(), userId: newId(), tenantId, realm: 'merchant', userType: 5 },
        ...{ account: 'limited', name: '店长', permissions: new Set(['gifts.view', 'gifts.load']) },
        scope: tenantScope(tenantId, [secondSite]),
      },
      db: services.db,
      services,
      clock: services.clock,
      language: 'en-us',
      address: '127.0.0.1',
    } as unknown as StaffContext;
    const { listPlacements, readPlacement, loadDevice } = placementHandlers;
    const page = await listPlacements(limited, { current: 1, size: 500 });
    expect(page.records.map((row) => row.equipmentId)).toContain(here);
    expect(page.records.map((row) => row.equipmentId)).not.toContain(there);
    await expect(readPlacement(limited, { equipmentId: there })).rejects.toMatchObject({ kind: 'missing' });
    const attempt = loadDevice(limited, { equipmentId: there, giftId: gift, amount: 1 });
    await expect(attempt).rejects.toMatchObject({ kind: 'missing' });
    await loadDevice(limited, { equipmentId: here, giftId: gift, amount: 2, capacity: 5 });
    const records = await movementHandlers.listMovements(limited, { current: 1, size: 50, giftId: gift });
    expect(records.records.map(({ kind, equipmentId }) => [kind, equipmentId])).toEqual([
      ['load', here],
      ['in', null],
    ]);
    expect(await stockOf(gift)).toBe(6);
  });
});
