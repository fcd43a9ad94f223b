import { describe, expect, it, vi } from 'vitest';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { withCheckDigit } from '../card-number.ts';
import { simcardsContract } from '../contract.ts';
import { monthOf, renewedUntil } from '../rules/card-rules.ts';
import { cardHandlers } from '../server/card-handlers.ts';
import { recordTraffic } from '../server/record-traffic.ts';

const { assignCard, listCards, readCard } = cardHandlers;

const { server, staff } = testServer();
const merchant = staff('merchant');
const { merchant: tenantId } = demoTenants;
const firstSite = demoId('site:merchant:1');
const secondSite = demoId('site:merchant:2');

let next = 0;
const newNumber = () => {
  next += 1;
  return withCheckDigit(`8986990000${String(next).padStart(9, '0')}`);
};
type SaveInput = InputOf<typeof simcardsContract.saveCard>;
const addCard = async (fields: Partial<SaveInput> = {}) =>
  (await merchant.call(simcardsContract.saveCard, { kind: 'sim', number: newNumber(), ...fields })).id;
const read = (id: string) => merchant.call(simcardsContract.readCard, { id });
const addDevice = async (siteId = firstSite) => (await createTestDevice(server, { siteId })).id;
const assign = (id: string, equipmentId: string | null) =>
  merchant.call(simcardsContract.assignCard, { id, equipmentId });
const today = () => businessDay(server.clock.now());

describe('a card', () => {
  it('keeps what it was added with, its number without spaces', async () => {
    const number = newNumber();
    const id = await addCard({
      number: number.replace(/(.{4})/g, '$1 '),
      operator: 'unicom',
      expiresOn: addDays(today(), 10),
      trafficLimitBytes: 1000,
    });
    expect(await read(id)).toMatchObject({
      number,
      operator: 'unicom',
      expiryState: 'soon',
      daysLeft: 10,
      trafficState: 'ok',
      equipmentId: null,
      history: [{ kind: 'added', userName: '陈立新' }],
    });
    await merchant.call(simcardsContract.saveCard, { id, kind: 'sim', number, operator: null });
    expect(await read(id)).toMatchObject({ operator: null, trafficLimitBytes: 1000 });
  });

  it('is refused with the field that is wrong', async () => {
    const number = newNumber();
    await addCard({ number });
    const issueOf = async (fields: Partial<SaveInput>) => {
      const [issue] = (await refusal(addCard(fields))).issues;
      expect(issue?.message).not.toMatch(/^\w+:/);
      return [issue?.path, issue?.key];
    };
    const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
    expect(await issueOf({ number: wrong })).toEqual(['number', 'simcards:error.iccid']);
    expect(await issueOf({ number })).toEqual(['number', 'simcards:error.numberKnown']);
    expect(await issueOf({ kind: 'ic', number: 'no number' })).toEqual(['number', 'simcards:error.icNumber']);
    expect(await issueOf({ expiresOn: '9999-12-31' })).toEqual(['expiresOn', 'simcards:error.expiryDay']);
  });

  it('of a person stands in the same list, without device and operator', async () => {
    const id = await addCard({ kind: 'ic', number: '04ab12cd', holder: '会员 王女士', operator: 'mobile' });
    expect(await read(id)).toMatchObject({
      kind: 'ic',
      number: '04AB12CD',
      holder: '会员 王女士',
      operator: null,
    });
    const page = await merchant.call(simcardsContract.listCards, { kind: 'ic', number: '王女士' });
    expect(page.records.map((card) => card.id)).toEqual([id]);
    expect((await refusal(assign(id, await addDevice()))).key).toBe('simcards:error.onlySim');
  });
});

describe('the list', () => {
  it('finds what needs attention: expiring, too much traffic, in no device', async () => {
    const expiring = await addCard({ expiresOn: addDays(today(), 30) });
    const expired = await addCard({ expiresOn: addDays(today(), -3) });
    const fine = await addCard({ expiresOn: addDays(today(), 31), trafficLimitBytes: 1000 });
    const heavy = await addCard({ trafficLimitBytes: 1000 });
    await assign(fine, await addDevice());
    await merchant.call(simcardsContract.enterTraffic, { id: fine, usedBytes: 800 });
    await merchant.call(simcardsContract.enterTraffic, { id: heavy, usedBytes: 801 });
    const found = async (attention: 'expiring' | 'traffic' | 'unassigned') => {
      const page = await merchant.call(simcardsContract.listCards, { attention, size: 200 });
      const ids = page.records.map((card) => card.id);
      return [expiring, expired, fine, heavy].map((id) => ids.includes(id));
    };
    expect(await found('expiring')).toEqual([true, true, false, false]);
    expect(await found('traffic')).toEqual([false, false, false, true]);
    expect(await found('unassigned')).toEqual([true, true, false, true]);
  });
});

describe('a pasted list', () => {
  it('adds what is good and says of every other line why not', async () => {
    const [first, second, known] = [newNumber(), newNumber(), newNumber()];
    await addCard({ number: known });
    const answer = await merchant.call(simcardsContract.importCards, {
      kind: 'sim',
      lines: `${first},移动,2027-06-30\n${known}\nnonsense\n${second}\n${first}`,
    });
    expect(answer.added).toBe(2);
    expect(answer.results.map(({ problem }) => problem)).toEqual([null, 'known', 'number', null, 'repeated']);
    const page = await merchant.call(simcardsContract.listCards, { number: first });
    expect(page.records).toMatchObject([{ operator: 'mobile', expiresOn: '2027-06-30' }]);
  });

  it('pasted by several people at once adds each card once', async () => {
    const numbers = Array.from({ length: 5 }, newNumber);
    const run = () => merchant.call(simcardsContract.importCards, { kind: 'sim', lines: numbers.join('\n') });
    const answers = await Promise.all([run(), run(), run()]);
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(5);
  });

  it('is refused when it is too long', async () => {
    const lines = Array.from({ length: 501 }, () => 'x').join('\n');
    const error = await refusal(merchant.call(simcardsContract.importCards, { kind: 'sim', lines }));
    expect(error.issues[0]).toMatchObject({ path: 'lines', key: 'simcards:error.tooManyLines' });
  });
});

describe('a SIM card and its device', () => {
  it('are joined, moved and parted, and the history says so', async () => {
    const [id, first, second] = [await addCard(), await addDevice(), await addDevice()];
    await assign(id, first);
    await assign(id, second);
    await assign(id, second);
    expect((await refusal(merchant.call(simcardsContract.removeCards, { ids: [id] }))).key).toBe(
      'simcards:error.inDevice',
    );
    await assign(id, null);
    const { history } = await read(id);
    expect(history.map(({ kind }) => kind).sort()).toEqual(
      ['added', 'assigned', 'assigned', 'unassigned', 'unassigned'].sort(),
    );
    expect(history.find(({ kind }) => kind === 'assigned')?.code).toMatch(/^TEST\d+$/);
    await merchant.call(simcardsContract.removeCards, { ids: [id] });
    expect((await refusal(read(id))).status).toBe(404);
  });

  it('a device takes one card, also when several are put in at once', async () => {
    const device = await addDevice();
    const cards = [await addCard(), await addCard(), await addCard(), await addCard()];
    const results = await Promise.allSettled(cards.map((id) => assign(id, device)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason.status).toBe(409);
    const devices = await merchant.call(simcardsContract.listCardDevices, { size: 500 });
    expect(devices.records.find(({ equipmentId }) => equipmentId === device)?.cardNumber).not.toBeNull();
    const late = await refusal(assign(await addCard(), device));
    expect(late.key).toBe('simcards:error.deviceTaken');
  });
});

describe('a renewal', () => {
  it('moves the expiry and records who booked it and until when', async () => {
    const expiresOn = addDays(today(), 5);
    const id = await addCard({ expiresOn });
    const until = renewedUntil(expiresOn, today(), 12);
    const renewal = { id, months: 12, expiresOn, note: '已付 36 元' };
    expect(await merchant.call(simcardsContract.renewCard, renewal)).toEqual({ expiresOn: until });
    const card = await read(id);
    expect(card.expiresOn).toBe(until);
    expect(card.history.find(({ kind }) => kind === 'renewed')).toMatchObject({
      months: 12,
      expiresBefore: expiresOn,
      expiresAfter: until,
      userName: '陈立新',
      note: '已付 36 元',
    });
  });

  it('booked by several people at once counts once', async () => {
    const id = await addCard();
    const renew = () => merchant.call(simcardsContract.renewCard, { id, months: 1, expiresOn: null });
    const results = await Promise.allSettled([renew(), renew(), renew()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.key).toBe('simcards:error.renewedMeanwhile');
    expect((await read(id)).expiresOn).toBe(renewedUntil(null, today(), 1));
  });
});

describe('traffic that a device reports', () => {
  it('only grows within a month, and months stand apart', async () => {
    const [id, deviceId] = [await addCard({ trafficLimitBytes: 1000 }), await addDevice()];
    await assign(id, deviceId);
    const month = monthOf(server.clock.now());
    const report = (usedBytes: number, ofMonth = month) =>
      server.services.db.transaction((tx) =>
        recordTraffic(tx, tenantId, { deviceId, usedBytes, month: ofMonth }),
      );
    await Promise.all([report(300), report(900), report(500)]);
    await report(100);
    await report(-5);
    await report(Number.NaN);
    await report(70, '2026-01');
    const card = await read(id);
    expect(card).toMatchObject({ trafficUsedBytes: 900, trafficState: 'high' });
    expect(card.traffic).toEqual([
      { month, usedBytes: 900 },
      { month: '2026-01', usedBytes: 70 },
    ]);
    await merchant.call(simcardsContract.enterTraffic, { id, usedBytes: 650 });
    expect((await read(id)).trafficUsedBytes).toBe(650);
  });

  it('comes with what a device tells of its network', async () => {
    const [id, device] = [await addCard(), await createTestDevice(server)];
    await assign(id, device.id);
    const signal = { kind: 'cellular' as const, dbm: -70, trafficBytes: 4000 };
    // servers hear of a new device a moment after it was made
    await vi.waitFor(async () => {
      await device.say('hello', device.hello('first', { signal }));
      expect((await read(id)).trafficUsedBytes).toBe(4000);
    }, soon);
  });

  it('of a device without a card, or of another merchant, changes nothing', async () => {
    const [id, deviceId] = [await addCard(), await addDevice()];
    await assign(id, deviceId);
    const report = { deviceId, usedBytes: 50, month: '2026-11' };
    await server.services.db.transaction(async (tx) => {
      await recordTraffic(tx, demoTenants.merchant2, report);
      await recordTraffic(tx, tenantId, { ...report, deviceId: newId() });
    });
    expect((await read(id)).traffic).toEqual([]);
  });
});

describe('other people', () => {
  it('of another merchant find no card of ours, and may hold the same number', async () => {
    const number = newNumber();
    const id = await addCard({ number });
    const other = await server.as('merchant2');
    const attempts = [
      () => other.call(simcardsContract.readCard, { id }),
      () => other.call(simcardsContract.saveCard, { id, kind: 'sim', number }),
      () => other.call(simcardsContract.renewCard, { id, months: 1, expiresOn: null }),
      () => other.call(simcardsContract.assignCard, { id, equipmentId: null }),
      () => other.call(simcardsContract.enterTraffic, { id, usedBytes: 1 }),
      () => other.call(simcardsContract.removeCards, { ids: [id] }),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).status).toBe(404);
    const own = await other.call(simcardsContract.saveCard, { kind: 'sim', number });
    const foreignDevice = { id: own.id, equipmentId: await addDevice() };
    expect((await refusal(other.call(simcardsContract.assignCard, foreignDevice))).status).toBe(404);
  });

  it('without the right may look but not change', async () => {
    const clerk = await server.as('clerk');
    expect((await clerk.call(simcardsContract.listCards, { kind: 'ic' })).total).toBeGreaterThan(0);
    const attempt = clerk.call(simcardsContract.saveCard, { kind: 'sim', number: newNumber() });
    expect((await refusal(attempt)).status).toBe(403);
  });

  it('with some sites see the cards in the devices there, and those in no device', async () => {
    const [here, there, spare] = [await addCard(), await addCard(), await addCard()];
    await assign(here, await addDevice(secondSite));
    await assign(there, await addDevice(firstSite));
    const { services } = server;
    const limited = {
      session: {
        ...{ kind: 'staff', sessionId: newId(), userId: newId(), tenantId, realm: 'merchant', userType: 5 },
        ...{ account: 'limited', name: '店长', permissions: new Set(['simcards.view', 'simcards.edit']) },
        scope: tenantScope(tenantId, [secondSite]),
      },
      db: services.db,
      services,
      clock: services.clock,
      language: 'en-us',
      address: '127.0.0.1',
    } as unknown as StaffContext;
    const ids = (await listCards(limited, { current: 1, size: 500 })).records.map((card) => card.id);
    expect([here, there, spare].map((id) => ids.includes(id))).toEqual([true, false, true]);
    await expect(readCard(limited, { id: there })).rejects.toMatchObject({ kind: 'missing' });
    const beyond = assignCard(limited, { id: spare, equipmentId: await addDevice(firstSite) });
    await expect(beyond).rejects.toMatchObject({ kind: 'missing' });
  });
});
