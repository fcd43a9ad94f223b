import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import { upTopic } from '#kit/protocol/topics.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { isUnclaimedOnline } from '../server/device-views.ts';
import { sweepSilence } from '../server/link/sweep-silence.ts';
import { findDevice, onDeviceFacts, sumCounters } from '../server/public.ts';
import { deviceIdentities, deviceRefusals, devices } from '../tables.ts';
import { createTestDevice } from './test-device.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const refusalsOf = async (code: string) =>
  (
    await server.services.db.read
      .select({ reason: deviceRefusals.reason })
      .from(deviceRefusals)
      .where(eq(deviceRefusals.code, code))
  ).map(({ reason }) => reason);

describe('presence', () => {
  it('a hello makes a device online and is answered with the last telemetry the server stored', async () => {
    const device = await createTestDevice(server);
    await device.say('telemetry', device.telemetry(7, { counters: { plays: 3 } }));
    await device.say('hello', device.hello('a', { firmware: '2.1.0' }));
    expect(await device.view()).toMatchObject({ online: true, firmware: '2.1.0', signalDbm: -60 });
    expect(device.heard('welcome')).toMatchObject([{ claimed: true, epoch: 0, seq: 7 }]);
    expect(await device.log('online')).toHaveLength(1);
  });

  it('the last will of an older connection changes nothing, that of the open one does', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('old'));
    await device.say('hello', device.hello('new'));
    await device.say('offline', { session: 'old', reason: 'lost' });
    expect((await device.view()).online).toBe(true);
    await device.say('offline', { session: 'new', reason: 'lost' });
    expect((await device.view()).online).toBe(false);
    expect((await device.log('online', 'offline')).map(({ kind }) => kind)).toEqual(['online', 'offline']);
  });

  it('a heartbeat overtaken by its own last will does not bring the device back', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('a'));
    const late = device.heartbeat('a');
    server.clock.forward(1000);
    await device.say('offline', { session: 'a', reason: 'lost' });
    await device.say('heartbeat', late);
    expect((await device.view()).online).toBe(false);
  });

  it('a heartbeat of a connection whose hello was lost brings the device online', async () => {
    const device = await createTestDevice(server);
    await device.say('heartbeat', device.heartbeat('a', { busy: true }));
    expect(await device.view()).toMatchObject({ online: true, busy: true });
  });

  it('three missed heartbeats make a device offline, and the same connection brings it back', async () => {
    const device = await createTestDevice(server);
    const heard: string[] = [];
    onDeviceFacts(server.services, {
      async presence(_tx, list) {
        for (const change of list) if (change.deviceId === device.id) heard.push(change.reason);
      },
    });
    await device.say('hello', device.hello('a'));
    server.clock.forward(limits.silentAfterMs - 1000);
    await sweepSilence(server.services);
    expect((await device.view()).online).toBe(true);
    server.clock.forward(2000);
    await sweepSilence(server.services);
    expect((await device.view()).online).toBe(false);
    await device.say('heartbeat', device.heartbeat('a'));
    expect((await device.view()).online).toBe(true);
    expect(heard).toEqual(['hello', 'silent', 'heartbeat']);
  });
});

describe('a controller nobody has claimed', () => {
  it('is answered and seen, but nothing it tells is stored', async () => {
    const device = await createTestDevice(server, { claimed: false });
    const { db, clock } = server.services;
    await device.say('hello', device.hello('a'));
    expect(device.heard('welcome')).toMatchObject([{ claimed: false }]);
    await device.say('telemetry', device.telemetry(1, { counters: { plays: 5 } }));
    expect(device.heard('ack')).toEqual([]);
    expect(await isUnclaimedOnline(db.read, device.code, clock.now())).toBe(true);
    await device.say('offline', { session: 'a', reason: 'shutdown' });
    expect(await isUnclaimedOnline(db.read, device.code, clock.now())).toBe(false);
  });

  it('is welcomed anew when it is claimed while it is connected', async () => {
    const device = await createTestDevice(server, { claimed: false });
    await device.say('hello', device.hello('a'));
    const id = newId();
    const { merchant: tenantId } = demoTenants;
    await server.services.db.transaction(async (tx) => {
      await insert(tx, tenantScope(tenantId), devices, {
        id,
        siteId: demoId('site:merchant:2'),
        code: device.code,
        type: 'claw',
        number: 777,
      });
      await tx
        .update(deviceIdentities)
        .set({ tenantId, deviceId: id })
        .where(eq(deviceIdentities.code, device.code));
    });
    await vi.waitFor(() => expect(device.heard('welcome').at(-1)).toMatchObject({ claimed: true }), 5000);
    const view = await findDevice(server.services.db.read, tenantScope(tenantId), id);
    expect(view.online).toBe(true);
  });
});

describe('telemetry', () => {
  it('counts what totals grew by on the business day, once, and acknowledges it', async () => {
    const device = await createTestDevice(server);
    const first = device.telemetry(1, { counters: { plays: 10, coinsIn: 12 } });
    await device.say('telemetry', first);
    await device.say('telemetry', first);
    await device.say('telemetry', device.telemetry(2, { counters: { plays: 11, coinsIn: 12 } }));
    expect(device.heard('ack')).toEqual([
      { epoch: 0, seq: 1 },
      { epoch: 0, seq: 1 },
      { epoch: 0, seq: 2 },
    ]);
    const today = businessDay(server.clock.now());
    const sums = await sumCounters(server.services.db.read, tenantScope(device.tenantId), {
      from: today,
      to: today,
      deviceIds: [device.id],
    });
    const siteId = demoId('site:merchant:1');
    expect(sums.toSorted((a, b) => (a.counter < b.counter ? -1 : 1))).toEqual([
      { deviceId: device.id, siteId, counter: 'coinsIn', amount: 12 },
      { deviceId: device.id, siteId, counter: 'plays', amount: 11 },
    ]);
  });

  it('a smaller total is noted and neither subtracted nor counted twice when it grows again', async () => {
    const device = await createTestDevice(server);
    for (const [index, plays] of [10, 4, 9, 12].entries())
      await device.say('telemetry', device.telemetry(index + 1, { counters: { plays } }));
    expect(await device.counted()).toEqual({ plays: 12 });
    const odd = await device.log('counterOdd');
    expect(odd.map(({ data }) => [data.kind, data.before, data.reported])).toEqual([
      ['backwards', 10, 4],
      ['backwards', 10, 9],
    ]);
  });

  it('a new epoch counts from nothing and an older one is ignored', async () => {
    const device = await createTestDevice(server);
    await device.say('telemetry', device.telemetry(5, { counters: { plays: 10 } }));
    await device.say('telemetry', device.telemetry(1, { epoch: 1, counters: { plays: 3 } }));
    await device.say('telemetry', device.telemetry(6, { counters: { plays: 50 } }));
    expect(await device.counted()).toEqual({ plays: 13 });
    expect((await device.view()).counters).toEqual({ plays: 3 });
  });

  it('a jump beyond what a machine can do is counted and reported', async () => {
    const device = await createTestDevice(server);
    await device.say('telemetry', device.telemetry(1, { counters: { plays: 10 } }));
    await device.say('telemetry', device.telemetry(2, { counters: { plays: 100_000 } }));
    expect(await device.counted()).toEqual({ plays: 100_000 });
    expect((await device.log('counterOdd')).map(({ data }) => data.kind)).toEqual(['jump']);
  });

  it('a clock that can not be right is replaced, what queued up offline keeps its time', async () => {
    const device = await createTestDevice(server);
    const at = (backMs: number) => new Date(server.clock.now().getTime() - backMs).toISOString();
    await device.say('telemetry', device.telemetry(1, { at: at(0) }));
    server.clock.forward(5 * hourMs);
    const [queued, absurd, future] = [at(3 * hourMs), '1970-01-01T00:00:00Z', at(-dayMs)];
    await device.say(
      'telemetry',
      device.telemetry(2, {
        events: [
          { kind: 'play', at: queued },
          { kind: 'coin', at: absurd },
          { kind: 'win', at: future },
        ],
      }),
    );
    const lines = new Map((await device.log('play', 'coin', 'win')).map((line) => [line.kind, line]));
    expect(lines.get('play')!.at.toISOString()).toBe(queued);
    for (const [kind, said] of [
      ['coin', absurd],
      ['win', future],
    ] as const) {
      const line = lines.get(kind)!;
      expect(line.data.deviceClock).toBe(said);
      expect(Math.abs(line.at.getTime() - server.clock.now().getTime())).toBeLessThan(minuteMs);
    }
  });

  it('faults are compared with those before, and each gets one line in the log', async () => {
    const device = await createTestDevice(server);
    const at = server.clock.now().toISOString();
    await device.say('hello', device.hello('a', { faults: ['doorOpen'] }));
    await device.say(
      'telemetry',
      device.telemetry(1, {
        faults: ['coinJam', 'somethingNewer'],
        events: [{ kind: 'fault', code: 'coinJam', at }],
      }),
    );
    expect((await device.view()).faults).toEqual(['coinJam']);
    const lines = await device.log('fault', 'faultCleared');
    expect(lines.map(({ kind, data }) => `${kind} ${data.code}`).sort()).toEqual([
      'fault coinJam',
      'fault doorOpen',
      'faultCleared doorOpen',
    ]);
  });

  it('a machine that was somebody’s before goes on from the totals it had', async () => {
    const device = await createTestDevice(server);
    await device.say('telemetry', device.telemetry(3, { counters: { plays: 500 } }));
    const id = newId();
    await server.services.db.transaction(async (tx) => {
      await update(tx, tenantScope(device.tenantId), devices, (row) => eq(row.id, device.id), {
        unboundAt: server.clock.now(),
      });
      await insert(tx, tenantScope(demoTenants.merchant2), devices, {
        id,
        siteId: demoId('site:merchant2:1'),
        code: device.code,
        type: 'claw',
        number: 778,
      });
    });
    await vi.waitFor(async () => {
      await device.say('telemetry', device.telemetry(4, { counters: { plays: 502 } }));
      const { counters } = await findDevice(server.services.db.read, tenantScope(demoTenants.merchant2), id);
      expect(counters).toEqual({ plays: 502 });
    });
    const day = businessDay(server.clock.now());
    const sums = await sumCounters(server.services.db.read, tenantScope(demoTenants.merchant2), {
      from: day,
      to: day,
      deviceIds: [id],
    });
    expect(sums.map(({ amount }) => amount)).toEqual([2]);
  });
});

describe('what does not fit', () => {
  it('is refused with a reason while good messages of the same moment are stored', async () => {
    const good = await createTestDevice(server);
    const bad = await createTestDevice(server);
    const { loopback } = server;
    const send = (payload: string) => loopback!.publish(upTopic(bad.code, 'telemetry'), payload);
    await Promise.all([
      send('{ not json'),
      send(JSON.stringify({ epoch: 0, seq: 0, at: 'yesterday' })),
      send(`"${'x'.repeat(limits.maxMessageBytes)}"`),
      send(
        JSON.stringify(
          bad.telemetry(1, { events: [{ kind: 'play', at: '2026-01-01T00:00:00Z', detail: 'a\0b' }] }),
        ),
      ),
      good.say('telemetry', good.telemetry(1, { counters: { plays: 1 } })),
      bad.say('hello', bad.hello('a', { type: 'vending' })),
      loopback!.publish(upTopic('NOBODY01', 'hello'), JSON.stringify(bad.hello('a'))),
    ]);
    expect(await good.counted()).toEqual({ plays: 1 });
    expect((await refusalsOf(bad.code)).sort()).toEqual(['invalid', 'malformed', 'tooLarge', 'type']);
    expect(await refusalsOf('NOBODY01')).toEqual(['unknownCode']);
    expect((await bad.view()).online).toBe(false);
  });

  it('is not heard any more from a device that talks without end', async () => {
    const device = await createTestDevice(server);
    const many = limits.maxMessagesPerMinute + 20;
    await Promise.all(
      Array.from({ length: many }, (_, index) =>
        device.say('telemetry', device.telemetry(index + 1, { counters: { plays: index + 1 } })),
      ),
    );
    expect((await device.counted()).plays).toBeLessThan(many);
    expect(await refusalsOf(device.code)).toEqual(['rate']);
  });

  it('takes only its own message down when a feature refuses it', async () => {
    const [poor, ...others] = await Promise.all(Array.from({ length: 6 }, () => createTestDevice(server)));
    onDeviceFacts(server.services, {
      async increments(_tx, list) {
        if (list.some(({ deviceId }) => deviceId === poor!.id)) throw new Error('refused by a feature');
      },
    });
    await Promise.all(
      [poor!, ...others].map((device) =>
        device.say('telemetry', device.telemetry(1, { counters: { plays: 2 } })),
      ),
    );
    for (const device of others) {
      expect(await device.counted()).toEqual({ plays: 2 });
      expect(device.heard('ack')).toHaveLength(1);
    }
    expect(await poor!.counted()).toEqual({});
    expect(poor!.heard('ack')).toEqual([]);
  });
});
