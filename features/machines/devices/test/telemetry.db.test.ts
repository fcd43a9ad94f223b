import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sumCountersToday } from '../server/device-days.ts';
import { findDevice } from '../server/public.ts';
import { devices } from '../tables.ts';
import { createTestDevice } from './test-device.ts';

const { server } = testServer();

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
    const sums = await sumCountersToday(server.services.db.read, tenantScope(device.tenantId), {
      at: server.clock.now(),
      deviceIds: [device.id],
    });
    const siteId = demoId('site:merchant:1');
    expect(sums.toSorted((a, b) => (a.counter < b.counter ? -1 : 1))).toEqual([
      { deviceId: device.id, siteId, counter: 'coinsIn', amount: 12 },
      { deviceId: device.id, siteId, counter: 'plays', amount: 11 },
    ]);
  });

  it('counts on the day of the site, and an hour of plays with the time a play may take there', async () => {
    const device = await createTestDevice(server);
    const { raw, read } = server.services.db;
    // a day begins there thirteen to nineteen hours after Shanghai's: one of the two is another day
    const [site] = await raw<[{ site_id: string; day: string }]>`
      insert into figure_site (tenant_id, site_id, time_zone, day_start)
      select tenant_id, site_id, 'America/New_York', 6 from device where id = ${device.id}
      on conflict (tenant_id, site_id) do update set time_zone = excluded.time_zone, day_start = excluded.day_start
      returning site_id, figure_day_of(${server.clock.now().toISOString()}::timestamptz, time_zone, day_start)::text as day`;
    await device.say('telemetry', device.telemetry(1, { counters: { plays: 4 } }));
    const days = await raw`select day::text, amount::int from device_day where device_id = ${device.id}`;
    expect([...days]).toEqual([{ day: site.day, amount: 4 }]);
    const today = { at: server.clock.now(), deviceIds: [device.id] };
    expect(await sumCountersToday(read, tenantScope(device.tenantId), today)).toMatchObject([{ amount: 4 }]);
    const [hour] = await raw`
      select play_time_s, counter_play_seconds(counter, amount, play_time_s)::int as seconds
      from counter_hour where device_id = ${device.id} and counter = 'plays'`;
    expect(hour).toEqual({ play_time_s: 30, seconds: 120 });
    await raw`delete from figure_site where site_id = ${site.site_id}`;
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
    }, soon);
    const sums = await sumCountersToday(server.services.db.read, tenantScope(demoTenants.merchant2), {
      at: server.clock.now(),
      deviceIds: [id],
    });
    expect(sums.map(({ amount }) => amount)).toEqual([2]);
  });
});
