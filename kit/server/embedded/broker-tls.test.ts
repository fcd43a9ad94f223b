import { generateKeyPairSync } from 'node:crypto';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#kit/kernel/time.ts';
import { selfSignedCertificate } from '#providers/simulated-certificate.ts';
import { type EmbeddedBroker, startEmbeddedBroker } from './broker.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const cert = selfSignedCertificate({
  serial: '1'.repeat(40),
  name: 'broker.test',
  privateKey,
  publicKey,
  validFrom: new Date(Date.now() - dayMs),
  validTo: new Date(Date.now() + dayMs),
});
let broker: EmbeddedBroker;

beforeAll(async () => {
  broker = await startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    tls: { port: 0, cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    authenticate: async (_, username, password) => username === password?.toString(),
    authorizePublish: async () => true,
    authorizeSubscribe: async () => true,
    log: () => undefined,
  });
});
afterAll(() => broker.stop());

const connect = (protocolVersion: 4 | 5, password: string, ca: string | undefined = cert) =>
  mqtt.connectAsync(
    `mqtts://127.0.0.1:${broker.tlsPort}`,
    {
      protocolVersion,
      clientId: 'one',
      username: 'one',
      password,
      reconnectPeriod: 0,
      ...(ca && { ca }),
      // the certificate of the test names no address; handed on to TLS, which the types do not say
      ...({ checkServerIdentity: () => undefined } as object),
    },
    false,
  );

it.each([4, 5] as const)(
  'a device speaks MQTT %i over TLS with the same rules as without',
  async (version) => {
    await expect(connect(version, 'wrong')).rejects.toThrow();
    const device = await connect(version, 'one');
    const heard = new Promise<string>((done) =>
      device.once('message', (_, payload) => done(payload.toString())),
    );
    await device.subscribeAsync('one/down', { qos: 1 });
    const plain = await mqtt.connectAsync(broker.url, { username: 'two', password: 'two', clientId: 'two' });
    await plain.publishAsync('one/down', 'over both doors', { qos: 1 });
    expect(await heard).toBe('over both doors');
    await plain.endAsync();
    await device.endAsync();
  },
);

it('a device that does not know the certificate does not connect', async () => {
  await expect(connect(4, 'one', '')).rejects.toThrow();
});
