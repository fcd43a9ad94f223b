import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import { checkLoginPassword, settingsHash } from '#kit/protocol/signing.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { deviceOnBench } from './bench-device.ts';

describe('a device says who it is', () => {
  it('with hello, then with heartbeats', async () => {
    const { server, timers } = await deviceOnBench('claw');
    expect(server.last('hello')).toMatchObject({
      type: 'claw',
      boot: 1,
      settingsHash: settingsHash(defaultSettings('claw')),
    });
    await timers.advance(3 * limits.heartbeatEveryMs);
    expect(server.of('heartbeat')).toHaveLength(3);
    expect(server.of('hello')).toHaveLength(1);
  });

  it('until somebody answers, and then with a new connection', async () => {
    const { server, timers, client } = await deviceOnBench('claw', { plug: false });
    server.answersHello = false;
    await client.plug();
    await timers.advance(25_000);
    expect(new Set(server.of('hello').map(({ session }) => session)).size).toBe(1);
    await timers.advance(minuteMs);
    expect(new Set(server.of('hello').map(({ session }) => session)).size).toBeGreaterThan(1);
    expect(client.online).toBe(false);
    server.answersHello = true;
    await timers.advance(2 * minuteMs);
    expect(client.online).toBe(true);
  });

  it('again and again while nobody owns it, and counts for the owner only from then on', async () => {
    const { server, timers, client } = await deviceOnBench('claw', { plug: false });
    server.claimed = false;
    await client.plug();
    await timers.advance(1000);
    client.controller?.telemetry.count('plays', 7);
    await timers.advance(2 * limits.heartbeatEveryMs);
    expect(server.of('telemetry')).toHaveLength(0);
    server.claimed = true;
    await timers.advance(limits.heartbeatEveryMs);
    client.controller?.telemetry.count('plays', 2);
    await timers.advance(2000);
    expect(server.totals).toEqual({ plays: 2 });
  });

  it('at once when its owner lets it go, and what it counts from then on is the next owner’s only after the claim', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    await timers.advance(2000);
    server.claimed = false;
    server.welcome();
    await timers.advance(100);
    expect(server.of('hello')).toHaveLength(2);
    const told = server.of('telemetry').length;
    client.controller?.telemetry.count('plays', 7);
    await timers.advance(5000);
    expect(server.of('telemetry')).toHaveLength(told);
    server.claimed = true;
    server.welcome();
    client.controller?.telemetry.count('plays', 2);
    await timers.advance(5000);
    expect(server.totals.plays ?? 0).toBeLessThanOrEqual(2);
    expect(server.last('telemetry')).toMatchObject({ epoch: 2 });
  });

  it('with a new password for every connection', async () => {
    const passwords: string[] = [];
    const bench = await deviceOnBench('claw', { plug: false });
    const { identity, timers, server } = bench;
    const { client } = await deviceOnBench('claw', {
      identity,
      plug: false,
      clock: () => timers.now(),
      openLink: (request) => {
        passwords.push(request.password);
        return server.open(request);
      },
    });
    await client.plug();
    await timers.advance(1000);
    expect(checkLoginPassword(identity.secret, identity.code, passwords[0] ?? '', timers.now())).toBe(
      undefined,
    );
  });
});

describe('a clock that is wrong', () => {
  it('is set by the welcome, so that expiry means what the server meant', async () => {
    const { server, timers, client } = await deviceOnBench('claw', { plug: false });
    server.clockAheadMs = 5 * minuteMs;
    await client.plug();
    await timers.advance(1000);
    const id = server.command('locate');
    await timers.advance(5000);
    expect(server.last('result')).toMatchObject({ id, state: 'done' });
    expect(client.controller?.now()).toEqual(server.now);
  });

  it('never goes back behind what is written down', async () => {
    let errorMs = 0;
    const { timers, client, server } = await deviceOnBench('claw', { plug: false });
    const { client: device } = await deviceOnBench('claw', {
      plug: false,
      openLink: server.open,
      clock: () => new Date(timers.now().getTime() + errorMs),
    });
    await client.plug();
    await device.plug();
    const before = device.controller?.now() ?? new Date();
    device.unplug();
    errorMs = -30 * dayMs;
    await device.plug();
    expect(device.controller?.now().getTime()).toBeGreaterThanOrEqual(before.getTime());
  });
});

describe('telemetry', () => {
  it('is sent again, the same, until it is acknowledged; the next one only then', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    await timers.advance(5000);
    const before = server.of('telemetry').length;
    server.acknowledges = false;
    client.controller?.telemetry.count('plays');
    await timers.advance(1000);
    client.controller?.telemetry.count('plays');
    await timers.advance(3 * limits.telemetryResendMs);
    const unheard = server.of('telemetry').slice(before);
    expect(unheard.length).toBeGreaterThanOrEqual(3);
    expect(new Set(unheard.map((message) => JSON.stringify(message))).size).toBe(1);
    server.acknowledges = true;
    await timers.advance(2 * limits.telemetryResendMs);
    expect(server.totals).toEqual({ plays: 2 });
  });

  it('that the server will never take is thrown away: totals go with the next, events are counted as lost', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    await timers.advance(5000);
    server.acknowledges = false;
    client.controller?.telemetry.count('plays', 3);
    client.controller?.telemetry.log({ kind: 'play' });
    await timers.advance(1000);
    const { epoch, seq } = server.last('telemetry')!;
    server.send('error', {
      kind: 'telemetry',
      reason: 'invalid',
      path: 'events.0.kind',
      epoch,
      seq: seq + 7,
    });
    await timers.advance(100);
    const sent = server.of('telemetry').length;
    server.send('error', { kind: 'telemetry', reason: 'invalid', path: 'events.0.kind', epoch, seq });
    await timers.advance(limits.telemetryResendMs / 2);
    expect(server.of('telemetry')).toHaveLength(sent);
    server.acknowledges = true;
    await timers.advance(limits.telemetryResendMs);
    const next = server.of('telemetry')[sent];
    expect(next).toMatchObject({ seq: seq + 1, counters: { plays: 3 }, dropped: 1 });
    expect(next?.events).toMatchObject([{ kind: 'refused', detail: 'telemetry: invalid events.0.kind' }]);
  });

  it('survives a power cut with its number and its totals', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    await timers.advance(5000);
    server.acknowledges = false;
    client.controller?.telemetry.count('plays', 3);
    await timers.advance(1000);
    client.unplug();
    server.acknowledges = true;
    await client.plug();
    await timers.advance(5000);
    client.controller?.telemetry.count('plays', 4);
    await timers.advance(5000);
    expect(server.totals).toEqual({ plays: 7 });
    const numbers = server.of('telemetry').map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('begins a new epoch when the server knows more than the device', async () => {
    const { server, timers, client, identity } = await deviceOnBench('claw');
    client.controller?.telemetry.count('plays', 5);
    await timers.advance(5000);
    client.unplug();
    // the board was replaced: same code, empty storage
    const replaced = await deviceOnBench('claw', { identity, plug: false, openLink: server.open });
    await replaced.client.plug();
    await replaced.timers.advance(1000);
    replaced.client.controller?.telemetry.count('plays', 2);
    await replaced.timers.advance(5000);
    expect(server.last('telemetry')?.epoch).toBeGreaterThan(0);
    expect(server.totals).toEqual({ plays: 7 });
  });

  it('counts nothing twice for a new owner whom the device did not see coming', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    client.controller?.telemetry.count('plays', 5);
    await timers.advance(5000);
    server.forget();
    server.lose();
    await timers.advance(minuteMs);
    client.controller?.telemetry.count('plays', 2);
    await timers.advance(5000);
    expect(server.totals).toEqual({ plays: 2 });
  });

  it('drops the oldest events when there is no room, and says how many', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    await timers.advance(5000);
    server.lose();
    for (let index = 0; index < 2100; index++)
      client.controller?.telemetry.log({ kind: 'coin', amount: index });
    await timers.advance(minuteMs);
    expect(server.of('telemetry').reduce((sum, { dropped }) => sum + (dropped ?? 0), 0)).toBe(100);
    expect(
      server
        .of('telemetry')
        .flatMap(({ events }) => events ?? [])
        .filter(({ kind }) => kind === 'coin'),
    ).toHaveLength(2000);
  });
});

describe('commands', () => {
  it('are accepted, carried out once and answered from the journal when repeated', async () => {
    const { server, timers } = await deviceOnBench('claw');
    const id = randomUUID();
    const message = server.makeCommand('credit', { amount: 3 }, id);
    server.send('command', message);
    await timers.advance(10);
    server.send('command', message);
    await timers.advance(5000);
    server.send('command', message);
    await timers.advance(1000);
    expect(server.of('result')).toMatchObject([
      { id, state: 'accepted', asked: 3 },
      { id, state: 'repeat', journal: 'accepted' },
      { id, state: 'done', asked: 3, counted: 3 },
      { id, state: 'repeat', journal: 'done', asked: 3, counted: 3 },
    ]);
    expect(server.totals.onlineCoins).toBe(3);
  });

  it('with a wrong signature move nothing, now or later, and are told', async () => {
    const { server, timers } = await deviceOnBench('claw');
    const message = server.makeCommand('credit', { amount: 3 }, randomUUID());
    server.send('command', message, randomBytes(32));
    await timers.advance(1000);
    expect(server.last('result')).toMatchObject({ id: message.id, state: 'failed', reason: 'signature' });
    server.send('command', message);
    await timers.advance(5000);
    expect(server.last('result')).toMatchObject({ state: 'repeat', journal: 'failed', reason: 'signature' });
    expect(server.totals.coinsIn ?? 0).toBe(0);
    expect(server.of('telemetry').flatMap(({ events }) => events ?? [])).toContainEqual(
      expect.objectContaining({ kind: 'refused', commandId: message.id }),
    );
  });

  it('with a wrong signature and the id of a real one leave the real one alone', async () => {
    const { server, timers } = await deviceOnBench('claw');
    const id = server.command('credit', { amount: 1 });
    await timers.advance(5000);
    const answers = server.of('result').length;
    server.send('command', server.makeCommand('credit', { amount: 9 }, id), randomBytes(32));
    await timers.advance(1000);
    expect(server.of('result')).toHaveLength(answers);
  });

  it('signed for another device are refused', async () => {
    const { server, timers, identity } = await deviceOnBench('claw');
    const other = await deviceOnBench('claw', { identity: { ...identity, code: 'TEST0002' } });
    let stolen = '';
    const deliver = other.server.deliver.bind(other.server);
    other.server.deliver = (kind, payload) => {
      stolen = payload;
      deliver(kind, payload);
    };
    other.server.command('credit', { amount: 1 });
    server.deliver('command', stolen);
    await timers.advance(1000);
    expect(server.last('result')).toMatchObject({ state: 'failed', reason: 'signature' });
  });

  it('that come too late are refused with nothing moved', async () => {
    const { server, timers } = await deviceOnBench('claw');
    const message = server.makeCommand('credit', { amount: 3 }, randomUUID());
    await timers.advance(limits.commandExpiryMs);
    server.send('command', message);
    await timers.advance(5000);
    expect(server.last('result')).toMatchObject({ state: 'failed', reason: 'expired', counted: 0 });
    expect(server.totals.coinsIn ?? 0).toBe(0);
  });

  it('that the type does not know, or with wrong parameters, are refused', async () => {
    const { server, timers } = await deviceOnBench('claw');
    for (const [command, parameters, reason] of [
      ['dispense', { amount: 1 }, 'unknownCommand'],
      ['toString', {}, 'unknownCommand'],
      ['credit', { amount: -1 }, 'badParameters'],
      ['credit', {}, 'badParameters'],
    ] as const) {
      const id = server.command(command, parameters);
      await timers.advance(100);
      expect(server.last('result')).toMatchObject({ id, state: 'failed', reason, counted: 0 });
    }
  });

  it('are told from the journal when the server asks', async () => {
    const { server, timers } = await deviceOnBench('claw');
    const done = server.command('credit', { amount: 2 });
    await timers.advance(5000);
    const unknown = randomUUID();
    const query = randomUUID();
    server.send('journal', { query, ids: [done, unknown], expiresAt: server.in(10_000) });
    await timers.advance(100);
    expect(server.last('journal')).toMatchObject({
      query,
      entries: [
        { id: done, state: 'done', asked: 2, counted: 2 },
        { id: unknown, state: 'notExecuted' },
      ],
    });
  });

  it('interrupted by a power cut are answered with what was counted, and never begun again', async () => {
    const { server, timers, client } = await deviceOnBench('exchange');
    const message = server.makeCommand('dispense', { amount: 20 }, randomUUID());
    server.send('command', message);
    await timers.advance(1000);
    const counted = client.controller?.journal.find(message.id)?.counted ?? 0;
    expect(counted).toBeGreaterThan(0);
    client.unplug();
    await timers.advance(1000);
    await client.plug();
    await timers.advance(1000);
    expect(server.last('result')).toMatchObject({
      id: message.id,
      state: 'failed',
      reason: 'interrupted',
      asked: 20,
      counted,
    });
    server.send('command', message);
    await timers.advance(minuteMs);
    expect(server.last('result')).toMatchObject({ state: 'repeat', journal: 'failed', counted });
    expect(server.totals.coinsOut).toBe(counted);
  });

  it('to restart end with the start', async () => {
    const { server, timers } = await deviceOnBench('claw');
    const id = server.command('restart');
    await timers.advance(20_000);
    expect(server.last('offline')).toMatchObject({ reason: 'restart' });
    expect(server.last('hello')).toMatchObject({ boot: 2 });
    expect(server.last('result')).toMatchObject({ id, state: 'done' });
  });

  it('to clear counters lose nothing that was counted before', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    client.controller?.telemetry.count('plays', 4);
    const id = server.command('clear', { what: 'coins' });
    await timers.advance(5000);
    expect(server.last('result')).toMatchObject({ id, state: 'done' });
    client.controller?.telemetry.count('plays', 1);
    await timers.advance(2000);
    expect(server.last('telemetry')?.counters).toEqual({ plays: 1 });
    expect(server.totals).toEqual({ plays: 5 });
  });
});

describe('settings', () => {
  const louder = (volume: number) => {
    const settings = defaultSettings('claw');
    return { ...settings, sound: { ...settings.sound, volume } };
  };

  it('are taken whole, kept over a power cut and told by version and hash', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    server.send('settings', { version: 4, expiresAt: server.in(10_000), settings: louder(11) });
    await timers.advance(100);
    expect(server.last('settings')).toMatchObject({
      version: 4,
      hash: settingsHash(louder(11)),
      state: 'applied',
    });
    client.unplug();
    await client.plug();
    await timers.advance(1000);
    expect(server.last('hello')).toMatchObject({
      settingsVersion: 4,
      settingsHash: settingsHash(louder(11)),
    });
  });

  it('are refused when old, late, wrong or not the server’s; a repeat of the last is applied already', async () => {
    const { server, timers } = await deviceOnBench('claw');
    const settings = louder(11);
    const tell = async (message: Parameters<typeof server.send<'settings'>>[1], secret?: Buffer) => {
      server.send('settings', message, secret);
      await timers.advance(100);
      return server.last('settings');
    };
    const expiresAt = server.in(60_000);
    await tell({ version: 4, expiresAt, settings });
    expect(await tell({ version: 4, expiresAt, settings })).toMatchObject({ state: 'applied' });
    expect(await tell({ version: 3, expiresAt, settings })).toMatchObject({
      state: 'refused',
      reason: 'old',
      version: 3,
    });
    expect(await tell({ version: 4, expiresAt, settings: louder(12) })).toMatchObject({ reason: 'old' });
    expect(await tell({ version: 5, expiresAt: server.in(-1), settings })).toMatchObject({
      reason: 'expired',
    });
    expect(await tell({ version: 5, expiresAt, settings: louder(101) })).toMatchObject({
      reason: 'invalid',
      path: 'sound.volume',
    });
    expect(await tell({ version: 5, expiresAt, settings }, randomBytes(32))).toMatchObject({
      reason: 'signature',
    });
    expect(await tell({ version: 0, expiresAt })).toMatchObject({ state: 'report', version: 4, settings });
  });

  it('changed at the machine keep their version and show in the hash', async () => {
    const { server, timers, client } = await deviceOnBench('claw');
    await client.controller?.touchPanel({ sound: { volume: 7 } });
    await timers.advance(2000);
    expect(server.last('settings')).toMatchObject({
      state: 'report',
      version: 0,
      settings: { sound: { volume: 7 } },
      hash: settingsHash(louder(7)),
    });
    expect(server.of('telemetry').flatMap(({ events }) => events ?? [])).toContainEqual(
      expect.objectContaining({ kind: 'settingsTouched' }),
    );
  });

  it('go back to the factory’s when told to clear them', async () => {
    const { server, timers } = await deviceOnBench('claw');
    server.send('settings', { version: 1, expiresAt: server.in(10_000), settings: louder(11) });
    await timers.advance(1000);
    server.command('clear', { what: 'both' });
    await timers.advance(5000);
    expect(server.last('settings')).toMatchObject({
      version: 1,
      hash: settingsHash(defaultSettings('claw')),
    });
    expect(server.last('result')).toMatchObject({ state: 'done' });
  });
});
