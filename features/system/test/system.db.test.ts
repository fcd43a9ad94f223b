import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { defineEvent } from '#kit/contract/event.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { systemContract } from '../contract.ts';

const testEvent = defineEvent<{ n: number }>('test.event');
const testTold = defineEvent<{ n: number }>('test.told');

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
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

describe('live events', () => {
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
    const { seq } = await client.call(systemContract.pollEvents, {});
    const told = Array.from({ length: 50 }, (_, n) => 100 + n);
    await server.services.db.transaction(async (tx) => {
      for (const n of told) await emit(tx, tenantTopic(demoTenants.merchant), testTold, { n });
    });
    const heard: unknown[] = [];
    for (let after = seq; heard.length < told.length; ) {
      const answer = await client.call(systemContract.pollEvents, { after });
      heard.push(...answer.events.map((event) => event.data.n));
      after = answer.seq;
    }
    expect(heard).toEqual(told);
  });

  it('can be polled instead', async () => {
    const client = await server.as('merchant');
    const { seq } = await client.call(systemContract.pollEvents, {});
    await tell(demoTenants.merchant, 20);
    let events: { data: Record<string, unknown> }[] = [];
    while (events.length === 0) ({ events } = await client.call(systemContract.pollEvents, { after: seq }));
    expect(events.map((event) => event.data.n)).toEqual([20]);
  });

  it('ask a reader from another age to load anew', async () => {
    const client = await server.as('merchant');
    expect(await client.call(systemContract.pollEvents, { after: '999999999' })).toMatchObject({
      resync: true,
      events: [],
    });
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
    return client.request(`${systemContract.exportList.path}?${query}`, { method: 'GET' });
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
