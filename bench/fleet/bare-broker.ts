/** aedes and nothing else: it lets everybody in and greets a device that says hello, because a device waits for that. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Aedes } from 'aedes';
import { limits } from '#kit/protocol/limits.ts';
import { downTopic, parseUpTopic } from '#kit/protocol/topics.ts';
import { answerMemory, inventedLogins, sayReady } from './subject.ts';

const broker = await Aedes.createBroker({ concurrency: 1000 });
broker.on('publish', (packet) => {
  const from = parseUpTopic(packet.topic);
  if (from?.kind !== 'hello') return;
  const welcome = {
    now: new Date().toISOString(),
    claimed: true,
    epoch: 0,
    seq: 0,
    heartbeatEveryMs: limits.heartbeatEveryMs,
  };
  broker.publish(
    {
      cmd: 'publish',
      topic: downTopic(from.code, 'welcome'),
      payload: Buffer.from(JSON.stringify(welcome)),
      qos: 1,
      dup: false,
      retain: false,
    },
    () => undefined,
  );
});
const server = createServer((socket) => broker.handle(socket));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
answerMemory(() => broker.connectedClients);
sayReady(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, inventedLogins());
