/**
 * The server on HTTP with machines that do at once what they are told, for `bench/pay.ts`. Forked; its first message is
 * `PayServerOptions`, its answer `{url}`; then it is asked for one of its calls.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { assemble } from '#app/server/assemble.ts';
import { onOrders } from '#features/selling/orders/server/public.ts';
import { systemClock } from '#kit/kernel/time.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { upTopic } from '#kit/protocol/topics.ts';
import { loadConfig } from '#kit/server/config.ts';
import { openDatabase } from '#kit/server/database.ts';
import type { MessageHandler, MqttConnection } from '#kit/server/mqtt.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { answerCalls } from '../../scripts/helper-process.ts';

export interface PayServerOptions {
  databaseUrl: string;
  dataDir: string;
  codes: string[];
  /** listening to statements costs a stack trace each: who is measured does not */
  records: boolean;
  /** with the simulated payment platforms, which call back over HTTP */
  platforms: boolean;
}
export interface Statement {
  connection: number;
  text: string;
  parameters: unknown[];
}

const heartbeatMs = 30_000;
const commandTopic = /^coinyard\/v1\/(\w+)\/down\/command$/;
const running = {
  settingsVersion: 0,
  settingsHash: '0123456789abcdef',
  signal: { kind: 'wired' as const },
};

/** Machines without a broker between: the path of money is measured, not the network's. */
function machines(codes: readonly string[]) {
  const handlers: MessageHandler[] = [];
  const say = (topic: string, message: unknown) => {
    const payload = Buffer.from(JSON.stringify(message));
    return Promise.all(handlers.map((handler) => handler(topic, payload)));
  };
  const obey = (code: string, envelope: string) => {
    const { id, parameters } = JSON.parse((JSON.parse(envelope) as { body: string }).body) as {
      id: string;
      parameters: { amount: number };
    };
    const { amount } = parameters;
    const result: UpMessage<'result'> = {
      id,
      state: 'done',
      at: new Date().toISOString(),
      asked: amount,
      counted: amount,
    };
    return say(upTopic(code, 'result'), result);
  };
  const mqtt: MqttConnection = {
    async publish(topic, payload) {
      const code = commandTopic.exec(topic)?.[1];
      if (code) setImmediate(() => void obey(code, payload.toString()));
    },
    async subscribe(_filter, handler) {
      handlers.push(handler);
    },
    ping: async () => true,
    close: async () => {},
  };
  const each = (message: (code: string) => Promise<unknown>) => Promise.all(codes.map(message));
  return {
    mqtt,
    sayHello: () =>
      each((code) =>
        say(upTopic(code, 'hello'), {
          session: code,
          protocol: 1,
          type: 'claw',
          model: 'bench',
          firmware: '1.0.0',
          boot: 1,
          epoch: 1,
          contentVersion: 0,
          faults: [],
          ...running,
        }),
      ),
    beat: () =>
      each((code) =>
        say(upTopic(code, 'heartbeat'), {
          session: code,
          at: new Date().toISOString(),
          uptimeS: 1,
          busy: false,
          ...running,
        }),
      ),
  };
}

/** How many orders were settled, and who waits for how many. */
function createCounter() {
  let settled = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    add() {
      settled += 1;
      for (const entry of waiting.filter(({ count }) => settled >= count)) {
        waiting.splice(waiting.indexOf(entry), 1);
        entry.resolve();
      }
    },
    until: (count: number) =>
      settled >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ count, resolve })),
  };
}

process.once('message', async (options: PayServerOptions) => {
  const { databaseUrl, dataDir, codes, records, platforms } = options;
  let recording: Statement[] | undefined;
  const onStatement = (connection: number, text: string, parameters: readonly unknown[]) =>
    recording?.push({ connection, text, parameters: [...parameters] });
  const db = openDatabase(databaseUrl, records ? { onStatement } : {});
  const line = machines(codes);
  const assembly = await assemble({
    // who comes with an address of the own is counted by it: limits are for one address
    config: loadConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TRUST_PROXY: '1' }),
    // a demo by birth; without it no simulated platform works beside what is measured
    demo: platforms,
    secrets: await loadSecrets(dataDir),
    db,
    mqtt: line.mqtt,
    clock: systemClock,
    log: pino({ level: 'error' }),
    onSms: () => {},
    // no callback is spoilt on purpose, and none is late
    pay: {
      deliver: fetch,
      folder: join(dataDir, 'bench-pay'),
      wechatPace: { repeatScaleMs: 1, signTestEvery: 0 },
    },
  });
  /** The buyer says yes in WeChat; the callback follows by itself. */
  async function payAtPlatform(orderId: string): Promise<void> {
    const [payment] = await db.raw<{ out_trade_no: string }[]>`
      select out_trade_no from payment where subject_kind = 'order' and subject_id = ${orderId}`;
    if (!payment) throw new Error(`order ${orderId} has no payment`);
    assembly.services.demoPay.wechat?.control.pay(payment.out_trade_no);
  }
  const counter = createCounter();
  const app = await assembly.http({ health: {}, limitRates: true });
  onOrders(assembly.services, { settled: async () => counter.add() });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await line.sayHello();
  const beating = setInterval(() => void line.beat(), heartbeatMs);
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  assembly.listensAt(url);
  answerCalls(
    { url },
    {
      payAtPlatform,
      settled: (count: number) => counter.until(count),
      record: () => {
        recording = [];
      },
      recorded: () => {
        const list = recording;
        recording = undefined;
        return list;
      },
    },
    async () => {
      clearInterval(beating);
      await app.close();
      await assembly.stop();
      await db.close();
    },
  );
});
