/** Calls that are said twice: with an id, without one, at once, after a failure, after a death in between. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { commandsOf, onlineDevice } from '#features/machines/devices/test/test-device.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { sameWishMs } from '#kit/server/http/answer-once.ts';
import { forgetOldAnswers } from '#kit/server/http/request-answers.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';

const { createInvitation } = teamContract;
const { saveServiceContact, serviceContact } = partnersContract;

let server: TestServer;
let token: string;
let roleId: string;
beforeAll(async () => {
  server = await startTestServer({}, { sayOnce: true });
  ({ roleId } = await hireStaff(server, await server.as('merchant'), ['coins.view']));
});
afterAll(() => server.close());
beforeEach(async () => {
  // tests move the clock, which ends older logins
  token = (await server.login('merchant')).access_token;
});

interface Said {
  status: number;
  key: string | undefined;
  data: Record<string, unknown>;
}

/** As any client of the wire says it: parameters of the query for GET, a JSON body for POST, and only those given. */
async function say(
  endpoint: AnyEndpoint,
  input: Record<string, unknown>,
  { headers = {}, query = {}, by = token }: { headers?: object; query?: object; by?: string } = {},
): Promise<Said> {
  const isGet = endpoint.method === 'GET';
  const asked = new URLSearchParams({ ...(isGet ? input : {}), ...query } as Record<string, string>);
  const answer = await server.app.inject({
    method: endpoint.method,
    url: `${endpoint.path}?${asked}`,
    headers: {
      'blade-auth': `bearer ${by}`,
      ...(!isGet && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(!isGet && { payload: JSON.stringify(input) }),
  });
  const body = answer.json<{ data: Record<string, unknown>; error?: { key: string } }>();
  return { status: answer.statusCode, key: body.error?.key, data: body.data };
}

const invitation = (remark: string) => ({ roleId, allSites: true, siteIds: [], remark });
const invite = (remark: string, options?: Parameters<typeof say>[2]) =>
  say(createInvitation, invitation(remark), options);
const countInvited = async (remark: string) => {
  const [{ count }] = await server.services.db.raw<[{ count: number }]>`
    select count(*)::int from invitation where remark = ${remark}`;
  return count;
};

describe('a call with a request id', () => {
  it('gets its first answer again, wherever the id stands, and is carried out once', async () => {
    const id = newId();
    const first = await invite('with id', { headers: { 'idempotency-key': id } });
    expect(first).toMatchObject({ status: 200, data: { token: expect.any(String) } });
    expect(await invite('with id', { headers: { 'idempotency-key': id } })).toEqual(first);
    expect(await invite('with id', { query: { requestId: id } })).toEqual(first);
    expect(await say(createInvitation, { ...invitation('with id'), requestId: id })).toEqual(first);
    expect(await countInvited('with id')).toBe(1);
    expect(await invite('with id', { headers: { 'idempotency-key': newId() } })).not.toEqual(first);
    expect(await countInvited('with id')).toBe(2);
  });

  it('is refused when the id meant something else, and when it is no id', async () => {
    const headers = { 'idempotency-key': 'order-4711' };
    expect((await invite('one thing', { headers })).status).toBe(200);
    expect(await invite('another', { headers })).toMatchObject({
      status: 409,
      key: 'kit:error.otherRequest',
    });
    expect(await countInvited('another')).toBe(0);
    for (const bad of ['two words', 'x'.repeat(201)])
      expect(await invite('bad id', { headers: { 'idempotency-key': bad } })).toMatchObject({
        status: 400,
        key: 'kit:error.requestId',
      });
    expect(await countInvited('bad id')).toBe(0);
  });

  it('belongs to one person: another one with the same id is another wish', async () => {
    const headers = { 'idempotency-key': newId() };
    const mine = await invite('of two', { headers });
    const rights = ['accounts.staffView', 'accounts.staffEdit', 'coins.view'];
    const colleague = await hireStaff(server, await server.logIn('merchant'), rights);
    const by = (await server.login(colleague.account)).access_token;
    const theirs = await invite('of two', { headers, by });
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.data.id).not.toBe(mine.data.id);
  });

  it('is carried out once though twenty come at the same time, and all get the same answer', async () => {
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite('at once', { headers })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(await countInvited('at once')).toBe(1);
  });

  it('that failed leaves nothing behind: the same id may try again', async () => {
    const headers = { 'idempotency-key': newId() };
    const wrong = await say(createInvitation, { ...invitation('failed'), roleId: newId() }, { headers });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    expect((await invite('failed', { headers })).status).toBe(200);
    expect(await countInvited('failed')).toBe(1);
  });

  it('whose server died before it noted the answer is told to look', async () => {
    const id = newId();
    const headers = { 'idempotency-key': id };
    await invite('died', { headers });
    await server.services.db.raw`update request_answer set answer = null where key = ${`id ${id}`}`;
    server.clock.forward(sameWishMs);
    expect(await invite('died', { headers })).toMatchObject({ status: 409, key: 'kit:error.carriedOut' });
    expect(await countInvited('died')).toBe(1);
  });

  it('has its answer sealed, and forgotten after a day', async () => {
    const headers = { 'idempotency-key': newId() };
    const { data } = await invite('sealed', { headers });
    const kept = await server.services.db.raw<{ answer: string }[]>`
      select answer from request_answer where key = ${`id ${headers['idempotency-key']}`}`;
    expect(kept).toHaveLength(1);
    expect(Buffer.from(kept[0]!.answer, 'base64url').includes(String(data.token))).toBe(false);
    await forgetOldAnswers(server.services.db, new Date(server.clock.now().getTime() + dayMs + 1));
    const [{ count }] = await server.services.db.raw<[{ count: number }]>`
      select count(*)::int from request_answer`;
    expect(count).toBe(0);
  });
});

describe('a call without a request id', () => {
  let release: () => void;
  beforeEach(() => {
    release = server.clock.hold();
  });
  afterEach(() => release());

  const call = (phone: string, by = token) => say(saveServiceContact, { phone, qr: '' }, { by });
  const phone = async () => (await say(serviceContact, {})).data.phone;

  it('is the same wish for some seconds, and another one after them', async () => {
    const first = await invite('no id');
    expect(first.status).toBe(200);
    expect(await invite('no id')).toEqual(first);
    expect(await countInvited('no id')).toBe(1);
    server.clock.forward(sameWishMs);
    expect((await invite('no id')).data.id).not.toBe(first.data.id);
    expect(await countInvited('no id')).toBe(2);
  });

  it('that sets a state sets it again once something else was set: on, off, on', async () => {
    for (const number of ['02100000001', '02100000002', '02100000001']) {
      expect((await call(number)).status).toBe(200);
      expect(await phone()).toBe(number);
    }
  });

  it('that sets a state sets it again once a colleague has set another one', async () => {
    const hired = await hireStaff(server, await server.logIn('merchant'), ['accounts.merchantEdit']);
    const colleague = (await server.login(hired.account)).access_token;
    await call('02100000003');
    expect((await call('02100000004', colleague)).status).toBe(200);
    await call('02100000003');
    expect(await phone()).toBe('02100000003');
  });

  it('that lets something out does it once, whatever was changed in between', async () => {
    const machine = await onlineDevice(server, { type: 'exchange' });
    const dispense = () => say(coinsContract.dispenseCoins, { equipmentId: machine.id, number: 5 });
    const first = await dispense();
    expect(first).toMatchObject({ status: 200, data: { commandId: expect.any(String) } });
    expect(await dispense()).toEqual(first);
    await call('02100000005');
    expect(await dispense()).toEqual(first);
    expect(await commandsOf(machine, 1)).toHaveLength(1);
  });

  it('sells once at the counter, though it is said three times', async () => {
    const machine = await onlineDevice(server);
    const sell = () => say(ordersContract.sellAtCounter, { equipmentId: machine.id, number: 2 });
    const answers = [await sell(), ...(await Promise.all([sell(), sell()]))];
    expect(answers[0]).toMatchObject({ status: 200, data: { orderNumber: expect.any(String) } });
    expect(new Set(answers.map(({ data }) => data.orderNumber)).size).toBe(1);
    expect(await commandsOf(machine, 1)).toHaveLength(1);
  });
});

describe('a call that does not say it changes something', () => {
  it('has a database that refuses to', async () => {
    const { db } = server.services;
    const write = () =>
      db.transaction((tx) => tx.execute(`update site set name = name`), { access: 'read only' });
    await expect(write()).rejects.toThrow();
    await expect(
      db.transaction((tx) => tx.execute(`select 1`), { access: 'read only' }),
    ).resolves.toHaveLength(1);
  });
});
