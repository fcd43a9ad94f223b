import { describe, expect, it, vi } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { limits } from '#kit/protocol/limits.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sweepCommands } from '../server/commands/sweep-commands.ts';
import { onDeviceFacts, readCommands, requestCommand } from '../server/public.ts';
import { createTestDevice, type TestDevice } from './test-device.ts';

const { server } = testServer();

async function onlineExchange(): Promise<TestDevice> {
  const device = await createTestDevice(server, { type: 'exchange' });
  await device.say('hello', device.hello('a'));
  return device;
}

async function request(device: TestDevice, parameters: Record<string, unknown> = { amount: 5 }) {
  const view = await device.view();
  return server.services.db.transaction((tx) =>
    requestCommand(tx, server.services, {
      device: view,
      command: 'dispense',
      parameters,
      subject: { kind: 'test', id: 'order-1' },
    }),
  );
}

async function sentCommand(device: TestDevice): Promise<string> {
  const { id } = await request(device);
  await vi.waitFor(() => expect(device.heard('command').at(-1)?.id).toBe(id), soon);
  return id;
}

const read = async (id: string) => (await readCommands(server.services.db.read, platformScope, [id]))[0]!;
const at = () => server.clock.now().toISOString();

describe('a command', () => {
  it('leaves after commit, signed, with an absolute expiry', async () => {
    const device = await onlineExchange();
    const { id, expiresAt } = await request(device);
    await vi.waitFor(() => expect(device.heard('command')).toHaveLength(1), soon);
    expect(device.heard('command')[0]).toEqual({
      id,
      command: 'dispense',
      parameters: { amount: 5, source: 'online' },
      issuedAt: new Date(expiresAt.getTime() - limits.commandExpiryMs).toISOString(),
      expiresAt: expiresAt.toISOString(),
    });
    expect(await read(id)).toMatchObject({ state: 'sent', asked: 5, subjectId: 'order-1' });
  });

  it('does not leave when its transaction is undone', async () => {
    const device = await onlineExchange();
    const view = await device.view();
    await expect(
      server.services.db.transaction(async (tx) => {
        await requestCommand(tx, server.services, { device: view, command: 'locate', parameters: {} });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    // one that comes later is sent, so the earlier one would have been
    await sentCommand(device);
    expect(device.heard('command').map(({ command }) => command)).toEqual(['dispense']);
  });

  it('goes through accepted to done with what was counted, and tells listeners once', async () => {
    const device = await onlineExchange();
    const ends: unknown[] = [];
    onDeviceFacts(server.services, {
      async commandSettled(_tx, { deviceId, state, asked, counted, late }) {
        if (deviceId === device.id) ends.push({ state, asked, counted, late });
      },
    });
    const id = await sentCommand(device);
    await device.say('result', { id, state: 'accepted', at: at() });
    expect((await read(id)).state).toBe('accepted');
    for (let times = 0; times < 3; times += 1)
      await device.say('result', { id, state: 'done', asked: 5, counted: 4, at: at() });
    expect(await read(id)).toMatchObject({ state: 'done', asked: 5, counted: 4 });
    expect(ends).toEqual([{ state: 'done', asked: 5, counted: 4, late: false }]);
    expect((await device.log('command')).map(({ data }) => data.state)).toEqual(['done']);
  });

  it('is settled once when the same result is taken by several processes at the same time', async () => {
    const device = await onlineExchange();
    let ends = 0;
    onDeviceFacts(server.services, {
      async commandSettled(_tx, { deviceId }) {
        if (deviceId === device.id) ends += 1;
      },
    });
    const id = await sentCommand(device);
    await Promise.all(
      Array.from({ length: 12 }, () => device.say('result', { id, state: 'done', counted: 5, at: at() })),
    );
    expect(ends).toBe(1);
  });

  it('that a feature refuses to settle stays open and is settled from the journal', async () => {
    const device = await onlineExchange();
    let refuse = true;
    onDeviceFacts(server.services, {
      async commandSettled(_tx, { deviceId }) {
        if (deviceId === device.id && refuse) throw new Error('not now');
      },
    });
    const id = await sentCommand(device);
    await device.say('result', { id, state: 'done', counted: 5, at: at() });
    expect((await read(id)).state).toBe('sent');
    refuse = false;
    server.clock.forward(limits.commandExpiryMs + 6000);
    await sweepCommands(server.services);
    const { query } = device.heard('journal').at(-1)!;
    await device.say('journal', { query, entries: [{ id, state: 'done', counted: 5 }] });
    expect(await read(id)).toMatchObject({ state: 'done', counted: 5 });
  });

  it('lost on its way is sent again when the device says hello in time', async () => {
    const device = await onlineExchange();
    const id = await sentCommand(device);
    await device.say('hello', device.hello('b'));
    expect(device.heard('command').map((command) => command.id)).toEqual([id, id]);
  });

  it('nobody answers for ends as unknown, and the truth comes late', async () => {
    const device = await onlineExchange();
    const ends: { state: string; late: boolean }[] = [];
    onDeviceFacts(server.services, {
      async commandSettled(_tx, { deviceId, state, late }) {
        if (deviceId === device.id) ends.push({ state, late });
      },
    });
    const id = await sentCommand(device);
    server.clock.forward(600_000);
    await sweepCommands(server.services);
    expect(await read(id)).toMatchObject({ state: 'unknown', counted: null });
    await device.say('hello', device.hello('b'));
    const asked = device.heard('journal').at(-1)!;
    expect(asked.ids).toEqual([id]);
    await device.say('journal', {
      query: asked.query,
      entries: [{ id, state: 'failed', reason: 'jam', counted: 2 }],
    });
    expect(await read(id)).toMatchObject({ state: 'failed', reason: 'jam', counted: 2 });
    expect(ends).toEqual([
      { state: 'unknown', late: false },
      { state: 'failed', late: true },
    ]);
  });

  it('that ended as unknown is asked about again while its device is there: no new hello has to come', async () => {
    const device = await onlineExchange();
    const id = await sentCommand(device);
    server.clock.forward(600_000);
    await sweepCommands(server.services);
    expect(await read(id)).toMatchObject({ state: 'unknown' });
    const questions = () => device.heard('journal').filter(({ ids }) => ids.includes(id));
    const before = questions().length;
    server.clock.forward(61_000);
    await device.say('heartbeat', device.heartbeat('a'));
    await sweepCommands(server.services);
    // the server's own turn may have come first, and its question be under way
    await expect.poll(() => questions().length, soon).toBeGreaterThan(before);
    const { query } = questions().at(-1)!;
    await device.say('journal', { query, entries: [{ id, state: 'done', asked: 5, counted: 5 }] });
    expect(await read(id)).toMatchObject({ state: 'done', counted: 5 });
  });

  it('of another device can not be answered', async () => {
    const device = await onlineExchange();
    const other = await createTestDevice(server, {
      type: 'exchange',
      tenantId: demoTenants.merchant2,
      siteId: demoId('site:merchant2:1'),
    });
    const id = await sentCommand(device);
    await other.say('result', { id, state: 'done', counted: 5, at: at() });
    expect((await read(id)).state).toBe('sent');
    expect((await other.log('commandOdd')).map(({ data }) => data.id)).toEqual([id]);
  });

  it('that was never given is only noted', async () => {
    const device = await onlineExchange();
    const id = newId();
    await device.say('result', { id, state: 'done', counted: 1_000, at: at() });
    expect((await device.log('commandOdd')).map(({ data }) => data)).toMatchObject([{ id, known: null }]);
  });
});

describe('a command is refused', () => {
  it('for a device that is offline', async () => {
    const device = await createTestDevice(server, { type: 'exchange' });
    await expect(request(device)).rejects.toMatchObject({ key: 'devices:error.offline' });
  });

  it('when its parameters do not fit the type', async () => {
    const device = await onlineExchange();
    await expect(request(device, { amount: 0 })).rejects.toMatchObject({
      issues: [{ path: 'parameters.amount' }],
    });
  });

  it('and not found by accounts of other sites', async () => {
    const device = await onlineExchange();
    const id = await sentCommand(device);
    const { read: reader } = server.services.db;
    const elsewhere = tenantScope(demoTenants.merchant, [demoId('site:merchant:2')]);
    expect(await readCommands(reader, tenantScope(demoTenants.merchant), [id])).toHaveLength(1);
    expect(await readCommands(reader, elsewhere, [id])).toEqual([]);
    expect(await readCommands(reader, tenantScope(demoTenants.merchant2), [id])).toEqual([]);
  });
});
