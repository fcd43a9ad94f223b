import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { emit, siteTopic, tenantTopic } from '#kit/server/outbox.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { listsContract } from '../contract.ts';

const testEvent = defineEvent<{ n: number }>('test.event');
const testTold = defineEvent<{ n: number }>('test.told');

/** fewer than usual, and enough for what the tests here open */
const perSession = 2;
const perAddress = 12;

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer({
    LIVE_SOCKETS_PER_SESSION: String(perSession),
    LIVE_SOCKETS_PER_ADDRESS: String(perAddress),
  });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

interface Frame {
  type: string;
  seq?: string;
  event?: string;
  data?: Record<string, unknown>;
}

async function connect(hello: object | undefined, query = '') {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/blade-websocket/message${query}`);
  const frames: Frame[] = [];
  const waiting: (() => void)[] = [];
  let closed: number | undefined;
  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame);
    wake();
  });
  socket.on('close', (code) => {
    closed = code;
    wake();
  });
  await new Promise((open) => socket.once('open', open));
  if (hello) socket.send(JSON.stringify(hello));
  return {
    frames,
    async until(test: (frames: Frame[], closed: number | undefined) => boolean) {
      while (!test(frames, closed)) await new Promise<void>((resume) => waiting.push(resume));
      return closed;
    },
    close: () => socket.close(),
  };
}
const tell = (tenantId: string, n: number) =>
  server.services.db.transaction((tx) => emit(tx, tenantTopic(tenantId), testEvent, { n }));
const numbers = (frames: Frame[]) =>
  frames.filter((frame) => frame.type === 'event').map((frame) => frame.data?.n);

describe('open sockets', () => {
  const crowded = 4429;
  const ready = (frames: Frame[]) => frames.some((frame) => frame.type === 'ready');

  it('of one log-in are so many and no more, and another has its own', async () => {
    const [{ access_token: token }, { access_token: other }] = await Promise.all([
      server.login('merchant'),
      server.login('merchant'),
    ]);
    const hello = { type: 'hello', token };
    const [first, second] = [await connect(hello), await connect(hello)];
    await Promise.all([first, second].map((socket) => socket.until(ready)));
    const third = await connect(hello);
    expect(await third.until((_, closed) => closed !== undefined)).toBe(crowded);
    const others = await connect({ type: 'hello', token: other });
    await others.until(ready);
    // one that leaves makes room
    first.close();
    await first.until((_, closed) => closed !== undefined);
    await expect
      .poll(async () => {
        const next = await connect(hello);
        await next.until((frames, closed) => ready(frames) || closed !== undefined);
        const isIn = ready(next.frames);
        next.close();
        return isIn;
      }, soon)
      .toBe(true);
    for (const socket of [second, others]) socket.close();
    await Promise.all([second, others].map((socket) => socket.until((_, closed) => closed !== undefined)));
  });

  it('of one address are counted before anybody says who it is', async () => {
    const sockets = [];
    for (let place = 0; place < perAddress; place++) sockets.push(await connect(undefined));
    const late = await connect(undefined);
    expect(await late.until((_, closed) => closed !== undefined)).toBe(crowded);
    for (const socket of sockets) socket.close();
    await Promise.all(sockets.map((socket) => socket.until((_, closed) => closed !== undefined)));
  });
});

describe('live events', () => {
  it('come to pages of ours alone: a socket that a foreign page opens is refused', async () => {
    const knock = (origin: string) =>
      new Promise<number>((answered) => {
        const url = `${address.replace('http', 'ws')}/api/blade-websocket/message`;
        const socket = new WebSocket(url, { origin });
        socket.on('open', () => {
          socket.close();
          answered(101);
        });
        socket.on('unexpected-response', (_request, { statusCode = 0 }) => answered(statusCode));
        socket.on('error', () => {});
      });
    expect(await knock('https://evil.example')).toBe(403);
    expect(await knock('null')).toBe(403);
    expect(await knock(address)).toBe(101);
  });

  it('reach the sockets of their tenant and nobody else', async () => {
    const [mine, other] = await Promise.all(
      (['merchant', 'merchant2'] as const).map(async (user) =>
        connect({ type: 'hello', token: (await server.login(user)).access_token }),
      ),
    );
    await Promise.all(
      [mine, other].map((socket) =>
        socket?.until((frames) => frames.some((frame) => frame.type === 'ready')),
      ),
    );
    await tell(demoTenants.merchant, 1);
    await tell(demoTenants.merchant2, 2);
    await mine?.until((frames) => numbers(frames).length === 1);
    await other?.until((frames) => numbers(frames).length === 1);
    expect([numbers(mine?.frames ?? []), numbers(other?.frames ?? [])]).toEqual([[1], [2]]);
    expect((await server.app.inject({ url: '/metrics' })).body).toContain('coinyard_live_sockets 2');
    mine?.close();
    other?.close();
  });

  it('of a site reach who works there and who sees all sites', async () => {
    const sockets = await Promise.all(
      (['merchant', 'clerk'] as const).map(async (user) =>
        connect({ type: 'hello', token: (await server.login(user)).access_token }),
      ),
    );
    for (const socket of sockets)
      await socket.until((frames) => frames.some((frame) => frame.type === 'ready'));
    const place = (number: number) => demoId(`site:merchant:${number}`);
    const audiences = [
      siteTopic(demoTenants.merchant, place(3)),
      siteTopic(demoTenants.merchant, place(2), place(3)),
      siteTopic(demoTenants.merchant, null),
      siteTopic(demoTenants.merchant2, place(2)),
      tenantTopic(demoTenants.merchant),
    ];
    await server.services.db.transaction(async (tx) => {
      for (const [n, audience] of audiences.entries()) await emit(tx, audience, testEvent, { n });
    });
    const last = audiences.length - 1;
    for (const socket of sockets) await socket.until((frames) => numbers(frames).includes(last));
    expect(sockets.map(({ frames }) => numbers(frames))).toEqual([
      [0, 1, 2, last],
      [1, last],
    ]);
    for (const { frames, close } of sockets) {
      expect(JSON.stringify(frames)).not.toContain(place(3));
      close();
    }
  });

  it('are resumed after a lost connection, each once and in order', async () => {
    const token = (await server.login('merchant')).access_token;
    const first = await connect({ type: 'hello', token });
    await first.until((frames) => frames.some((frame) => frame.type === 'ready'));
    const after = first.frames.find((frame) => frame.type === 'ready')?.seq;
    first.close();
    for (const n of [10, 11, 12]) await tell(demoTenants.merchant, n);
    const second = await connect({ type: 'hello', token, after });
    await tell(demoTenants.merchant, 13);
    await second.until((frames) => numbers(frames).length >= 4);
    expect(numbers(second.frames)).toEqual([10, 11, 12, 13]);
    second.close();
  });

  it('come to a client that names its token in the address and says nothing', async () => {
    const token = (await server.login('merchant')).access_token;
    const silent = await connect(undefined, `?token=${token}`);
    await silent.until((frames) => frames.some((frame) => frame.type === 'ready'));
    await tell(demoTenants.merchant, 20);
    await silent.until((frames) => numbers(frames).length === 1);
    expect(numbers(silent.frames)).toEqual([20]);
    silent.close();
    const forged = await connect(undefined, '?token=forged');
    expect(await forged.until((_, closed) => closed !== undefined)).toBe(4401);
    const twice = await connect(undefined, `?token=${token}&token=${token}`);
    expect(await twice.until((_, closed) => closed !== undefined)).toBe(4401);
  });

  it('of one transaction come in the order in which they were told', async () => {
    const client = await server.as('merchant');
    const { seq } = await client.call(listsContract.pollEvents, {});
    const told = Array.from({ length: 50 }, (_, n) => 100 + n);
    await server.services.db.transaction(async (tx) => {
      for (const n of told) await emit(tx, tenantTopic(demoTenants.merchant), testTold, { n });
    });
    const heard: unknown[] = [];
    for (let after = seq; heard.length < told.length; ) {
      const answer = await client.call(listsContract.pollEvents, { after });
      heard.push(...answer.events.map((event) => event.data.n));
      after = answer.seq;
    }
    expect(heard).toEqual(told);
  });

  it('can be polled instead', async () => {
    const client = await server.as('merchant');
    const { seq } = await client.call(listsContract.pollEvents, {});
    await tell(demoTenants.merchant, 20);
    let events: { data: Record<string, unknown> }[] = [];
    while (events.length === 0) ({ events } = await client.call(listsContract.pollEvents, { after: seq }));
    expect(events.map((event) => event.data.n)).toEqual([20]);
  });

  it('ask a reader from another age to load again', async () => {
    const client = await server.as('merchant');
    expect(await client.call(listsContract.pollEvents, { after: '999999999' })).toMatchObject({
      resync: true,
      events: [],
    });
  });

  it('end at once with the login, no matter who ends it, and only for that login', async () => {
    const [first, second] = await Promise.all([server.login('clerk'), server.login('clerk')]);
    const sockets = await Promise.all(
      [first, second].map(({ access_token: token }) => connect({ type: 'hello', token })),
    );
    for (const socket of sockets) await socket.until((frames) => frames.some(({ type }) => type === 'ready'));
    await server.withToken(first!.access_token).call(accountsContract.logout, {});
    expect(await sockets[0]!.until((_frames, closed) => closed !== undefined)).toBe(4401);
    const { id } = await server.withToken(second!.access_token).call(accountsContract.info, {});
    const merchant = await server.logIn('merchant');
    await merchant.call(teamContract.updateStaff, { id, enabled: false });
    expect(await sockets[1]!.until((_frames, closed) => closed !== undefined)).toBe(4401);
    await merchant.call(teamContract.updateStaff, { id, enabled: true });
  });

  it.each([{ type: 'hello', token: 'forged' }, { type: 'other' }, 'rubbish'])(
    'refuse a socket that does not prove who it is (%#)',
    async (hello) => {
      const socket = await connect(hello as object);
      expect(await socket.until((_frames, closed) => closed !== undefined)).toBe(4401);
    },
  );
});

describe('export', () => {
  const columns = [
    { key: 'name', label: '名称' },
    { key: 'ifEnable', label: '营业' },
  ];
  const request = async (user: 'merchant' | 'clerk' | 'admin', input: Record<string, unknown>) => {
    const client = await server.as(user);
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
    return client.request(`${listsContract.exportList.path}?${query}`, { method: 'GET' });
  };
  const sites = '/api/blade-field/field/list';

  it('writes the rows of a list as CSV under the caller’s own rights', async () => {
    const answer = await request('merchant', { path: sites, format: 'csv', columns, name: '场地' });
    expect(answer.status).toBe(200);
    const lines = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('名称,营业');
    expect(lines).toHaveLength(1 + Number(answer.headers.get('x-total-rows')));
    expect(Number(answer.headers.get('x-total-rows'))).toBeGreaterThanOrEqual(5);
    const clerk = await request('clerk', { path: sites, format: 'csv', columns });
    expect(Number(clerk.headers.get('x-total-rows'))).toBe(2);
  });

  it('writes XLSX', async () => {
    const answer = await request('merchant', { path: sites, format: 'xlsx', columns });
    const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Buffer.from(parts['xl/worksheets/sheet1.xml'] as Uint8Array).toString()).toContain('名称');
  });

  it('refuses what is no list, and a list the caller may not see', async () => {
    expect((await request('merchant', { path: '/api/blade-user/info', format: 'csv', columns })).status).toBe(
      404,
    );
    expect((await request('merchant', { path: 'http://127.0.0.1/x', format: 'csv', columns })).status).toBe(
      404,
    );
    expect((await request('admin', { path: sites, format: 'csv', columns })).status).toBe(403);
  });
});

describe('clients written by others', () => {
  const ask = async (
    url: string,
    { method = 'GET' as 'GET' | 'POST', payload = undefined as object | undefined, user = 'merchant' } = {},
  ) => {
    const { access_token } = await server.login(user);
    const headers = { 'blade-auth': `bearer ${access_token}`, 'accept-language': 'en-us' };
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('find people by the family’s filters, and never everybody by one that is not known', async () => {
    const found = await ask(
      '/api/blade-user/page?account=clerk&current=1&size=50&_t=1700000000000&realName=',
    );
    expect(found.body.data.records.map(({ account }: { account: string }) => account)).toEqual(['clerk']);
    const unknown = await ask('/api/blade-user/page?deptId=7');
    expect(unknown).toMatchObject({
      status: 400,
      body: { msg: 'This list has no filter “deptId”', error: { issues: [{ path: 'deptId' }] } },
    });
    expect((await ask('/api/blade-user/page?deptId=')).status).toBe(200);
    expect((await ask(`/api/blade-user/page?tenantId=${demoTenants.merchant}`)).status).toBe(200);
    expect((await ask(`/api/blade-user/page?tenantId=${demoTenants.merchant2}`)).status).toBe(400);
  });

  it('call accounts by the system’s name of them, under the same rights', async () => {
    const [ours, theirs] = await Promise.all(
      ['blade-user', 'blade-system/user'].map((name) => ask(`/api/${name}/page?size=50`)),
    );
    // each of the two logged in for itself, a moment apart
    const withoutLogins = (answer: typeof ours) =>
      JSON.parse(JSON.stringify(answer, (key, value) => (key === 'lastLoginAt' ? undefined : value)));
    expect(withoutLogins(theirs)).toEqual(withoutLogins(ours));
    expect(theirs?.body.data.total).toBeGreaterThan(0);
    expect((await ask('/api/blade-system/user/page', { user: 'clerk' })).status).toBe(403);
    expect((await server.app.inject({ url: '/api/blade-system/user/page' })).statusCode).toBe(401);
  });

  it('may send what they leave out as empty texts, and the root as 0', async () => {
    const path = '/api/blade-system/role/submit';
    const payload = { id: '', roleName: 'From outside', sort: '', parentId: 0, permissions: '' };
    const { status, body } = await ask(path, { method: 'POST', payload });
    expect(status).toBe(200);
    const { body: role } = await ask(`/api/blade-system/role/detail?id=${body.data.id}`);
    expect(role.data).toMatchObject({ roleName: 'From outside', sort: 0, parentId: '0', permissions: [] });
    expect((await ask(path, { method: 'POST', payload: { roleName: '' } })).status).toBe(400);
  });

  it('are told when there is no such call, and when there is no such thing', async () => {
    expect(await ask('/api/blade-nothing/list')).toMatchObject({
      status: 404,
      body: { code: 404, error: { key: 'kit:error.noSuchCall' } },
    });
    expect(await ask('/api/blade-system/role/detail?id=0190c0de-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { error: { key: 'kit:error.notFound' } },
    });
  });
});

describe('health, metrics and reference', () => {
  it('answer without a login', async () => {
    expect((await server.app.inject({ url: '/healthz' })).json()).toMatchObject({
      healthy: true,
      database: true,
    });
    expect((await server.app.inject({ url: '/livez' })).json()).toEqual({ alive: true });
    expect((await server.app.inject({ url: '/metrics' })).body).toContain('coinyard_http_request_seconds');
    const document = (await server.app.inject({ url: '/openapi.json' })).json<{
      paths: Record<string, unknown>;
    }>();
    expect(Object.keys(document.paths)).toContain('/api/blade-auth/oauth/token');
    expect((await server.app.inject({ url: '/docs/' })).statusCode).toBe(200);
  });

  it('name no secret and no machine', async () => {
    const { body } = await server.app.inject({ url: '/openapi.json' });
    expect(body).not.toContain(process.cwd());
  });
});
