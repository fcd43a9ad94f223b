import { and, eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { type DownMessage, isSigned, type UpMessage } from '#kit/protocol/messages.ts';
import { openSigned } from '#kit/protocol/signing.ts';
import { type DownKind, downKinds, downTopic, type UpKind, upTopic } from '#kit/protocol/topics.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Database } from '#kit/server/database.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import type { LoopbackMqtt } from '#kit/server/testing/loopback-mqtt.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { deviceSecret } from '../server/device-keys.ts';
import { type DeviceView, findDevice } from '../server/public.ts';
import { deviceDays, deviceEvents, deviceIdentities, devices } from '../tables.ts';

export type ReadMessage = { [K in DownKind]: { kind: K; message: DownMessage<K> } }[DownKind];

export interface TestDevice {
  id: string;
  code: string;
  tenantId: string;
  hello(session: string, changes?: Partial<UpMessage<'hello'>>): UpMessage<'hello'>;
  heartbeat(session: string, changes?: Partial<UpMessage<'heartbeat'>>): UpMessage<'heartbeat'>;
  telemetry(seq: number, changes?: Partial<UpMessage<'telemetry'>>): UpMessage<'telemetry'>;
  /** resolves when the server has dealt with it */
  say<K extends UpKind>(kind: K, message: UpMessage<K>, over?: LoopbackMqtt): Promise<void>;
  /** all it was sent of a kind, oldest first; what is not signed by the server is undefined */
  heard<K extends DownKind>(kind: K, over?: LoopbackMqtt): DownMessage<K>[];
  /** a message as it was published; undefined when it is for somebody else */
  read(topic: string, payload: string): ReadMessage | undefined;
  view(): Promise<DeviceView>;
  /** what its counters grew by, over all days */
  counted(): Promise<Record<string, number>>;
  /** its log, oldest first */
  log(...kinds: string[]): Promise<{ kind: string; at: Date; data: Record<string, unknown> }[]>;
}

interface Options {
  code?: string;
  number?: number;
  type?: DeviceType;
  tenantId?: string;
  siteId?: string;
  claimed?: boolean;
}

let made = 0;

/** A device that stands in the tables and speaks the protocol over the test's own broker. */
export async function createTestDevice(server: TestServer, options: Options = {}): Promise<TestDevice> {
  const serial = ++made;
  const {
    code = `TEST${String(serial).padStart(6, '0')}`,
    number = 9000 + serial,
    type = 'claw',
    tenantId = demoTenants.merchant,
    siteId = demoId('site:merchant:1'),
    claimed = true,
  } = options;
  const { db, secrets, clock } = server.services;
  const id = newId();
  await db.transaction(async (tx) => {
    if (claimed) await insert(tx, tenantScope(tenantId), devices, { id, siteId, code, type, number });
    await tx.insert(deviceIdentities).values({
      code,
      type,
      model: 'test',
      claimPin: '246810',
      ...(claimed && { tenantId, deviceId: id }),
    });
  });
  const loopback = () => {
    if (!server.loopback) throw new Error('test devices speak over the loopback broker');
    return server.loopback;
  };
  const now = () => clock.now().toISOString();
  const secret = deviceSecret(secrets, code, 1);
  const open = <K extends DownKind>(kind: K, topic: string, payload: string) =>
    isSigned(kind) ? openSigned(secret, topic, payload) : JSON.parse(payload);
  const running = {
    settingsVersion: 0,
    settingsHash: '0123456789abcdef',
    signal: { kind: 'wifi' as const, dbm: -60 },
  };
  return {
    id,
    code,
    tenantId,
    hello: (session, changes) => ({
      session,
      protocol: 1,
      type,
      model: 'test',
      firmware: '1.0.0',
      boot: 1,
      epoch: 0,
      contentVersion: 0,
      faults: [],
      ...running,
      ...changes,
    }),
    heartbeat: (session, changes) => ({
      session,
      at: now(),
      uptimeS: 1,
      busy: false,
      ...running,
      ...changes,
    }),
    telemetry: (seq, changes) => ({ epoch: 0, seq, at: now(), ...changes }),
    say: (kind, message, over = loopback()) => over.publish(upTopic(code, kind), JSON.stringify(message)),
    heard(kind, over = loopback()) {
      const topic = downTopic(code, kind);
      return over.published
        .filter((message) => message.topic === topic)
        .map(({ payload }) => open(kind, topic, payload));
    },
    read(topic, payload) {
      const kind = downKinds.find((each) => topic === downTopic(code, each));
      return kind && ({ kind, message: open(kind, topic, payload) } as ReadMessage);
    },
    view: () => findDevice(db.read, platformScope, id),
    counted: () => countedOf(db, id),
    async log(...kinds) {
      const event = rows(platformScope, deviceEvents);
      return db.read
        .select({ kind: event.kind, at: event.at, data: event.data })
        .from(event)
        .where(and(eq(event.deviceId, id), kinds.length > 0 ? inArray(event.kind, kinds) : undefined))
        .orderBy(event.at, event.id);
    },
  };
}

async function countedOf(db: Database, deviceId: string): Promise<Record<string, number>> {
  const day = rows(platformScope, deviceDays);
  const found = await db.read
    .select({ counter: day.counter, amount: day.amount })
    .from(day)
    .where(eq(day.deviceId, deviceId));
  const sums: Record<string, number> = {};
  for (const { counter, amount } of found) sums[counter] = (sums[counter] ?? 0) + amount;
  return sums;
}

let sessions = 0;

/** A device that has said hello. */
export async function onlineDevice(server: TestServer, options: Options = {}): Promise<TestDevice> {
  const device = await createTestDevice(server, options);
  await device.say('hello', device.hello(`session ${++sessions}`));
  return device;
}

/** What the machine was told, once the dispatcher has sent it. */
export async function commandsOf(machine: TestDevice, count = 1): Promise<DownMessage<'command'>[]> {
  await expect.poll(() => machine.heard('command').length, soon).toBe(count);
  return machine.heard('command');
}

/** The machine's word on the newest of `count` commands; gives the id of the command. */
export async function answerCommand(
  server: TestServer,
  machine: TestDevice,
  outcome: Partial<UpMessage<'result'>> & Pick<UpMessage<'result'>, 'state'>,
  count = 1,
): Promise<string> {
  const { id } = (await commandsOf(machine, count)).at(-1)!;
  await machine.say('result', { id, at: server.clock.now().toISOString(), ...outcome });
  return id;
}
