import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import { type UpKind, upTopic } from '#kit/protocol/topics.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { createBrokerAccess, onDeviceFacts } from '../server/public.ts';
import { deviceRefusals } from '../tables.ts';
import { createTestDevice } from './test-device.ts';

const { server } = testServer();

const refusalsOf = async (code: string) =>
  (
    await server.services.db.read
      .select({ reason: deviceRefusals.reason })
      .from(deviceRefusals)
      .where(eq(deviceRefusals.code, code))
  ).map(({ reason }) => reason);

it('a stranger who invents codes is written down so often and no more, others still are', async () => {
  const access = createBrokerAccess(server.services);
  const knock = (code: string, address: string) =>
    access.authenticate({ id: code, address }, code, Buffer.from('guess'));
  const written = async () =>
    (await server.services.db.raw`select code from device_refusal where code like 'ZZ%'`).length;
  for (let n = 0; n < 100; n += 1) expect(await knock(`ZZ${100000 + n}`, '203.0.113.9')).toBe(false);
  const ofOne = await written();
  expect(ofOne).toBeGreaterThan(10);
  expect(ofOne).toBeLessThan(100);
  await knock('ZZ200000', '203.0.113.10');
  expect(await written()).toBe(ofOne + 1);
  // a whole network of IPv6 is one stranger
  for (let n = 0; n < 100; n += 1) await knock(`ZZ${300000 + n}`, `2001:db8:1:2::${n.toString(16)}`);
  expect(await written()).toBe(2 * ofOne + 1);
  server.clock.forward(minuteMs);
  await knock('ZZ400000', '203.0.113.9');
  expect(await written()).toBe(2 * ofOne + 2);
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

  it('is answered with what is wrong, so that a device need not repeat it for ever', async () => {
    const device = await createTestDevice(server);
    const send = (kind: UpKind, message: unknown) =>
      server.loopback!.publish(
        upTopic(device.code, kind),
        typeof message === 'string' ? message : JSON.stringify(message),
      );
    await send('telemetry', {
      epoch: 3,
      seq: 9,
      at: server.clock.now().toISOString(),
      counters: { plays: -1 },
    });
    await send('telemetry', '{ not json');
    await send('hello', { ...device.hello('a'), firmware: 'new' });
    await send('hello', device.hello('a', { type: 'vending' }));
    await send('result', { id: '019a8b2e-5c00-7000-8000-000000000001', state: 'finished' });
    expect(device.heard('error')).toEqual([
      { kind: 'telemetry', reason: 'invalid', path: 'counters.plays', epoch: 3, seq: 9 },
      { kind: 'telemetry', reason: 'malformed' },
      { kind: 'hello', reason: 'invalid', path: 'firmware' },
      { kind: 'hello', reason: 'type', path: 'type' },
      { kind: 'result', reason: 'invalid', path: 'state', id: '019a8b2e-5c00-7000-8000-000000000001' },
    ]);
    await device.say('telemetry', device.telemetry(10, { epoch: 3, counters: { plays: 1 } }));
    expect(await device.counted()).toEqual({ plays: 1 });
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

  it('is only what the database can not hold: every other text comes out as it went in', async () => {
    const device = await createTestDevice(server);
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        'NULL',
        'null',
        '{}',
        '"',
        '\\',
        ',',
        '{"a":1}',
        "'; drop table device; --",
        '\u0000',
        '\ud800',
      ),
    );
    let seq = 0;
    await fc.assert(
      fc.asyncProperty(text, text, async (model, detail) => {
        seq += 1;
        server.clock.forward(1000);
        const at = server.clock.now().toISOString();
        const before = await device.view();
        await device.say('hello', device.hello(`${seq} ${detail}`.slice(0, 40), { model }));
        await device.say('telemetry', device.telemetry(seq, { events: [{ kind: 'play', at, detail }] }));
        const storable = (value: string) => !value.includes('\0') && value.isWellFormed();
        const view = await device.view();
        expect(view.model).toBe(storable(model) && storable(detail) ? model : before.model);
        const last = (await device.log('play')).at(-1);
        if (storable(detail)) expect(last?.data.detail).toBe(detail);
        else expect(last?.at.toISOString()).not.toBe(at);
      }),
      { numRuns: 40 },
    );
  });
});
