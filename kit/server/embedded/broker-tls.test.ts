import { generateKeyPairSync } from 'node:crypto';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectMqtt } from '../mqtt.ts';
import { testCertificate } from '../testing/test-certificate.ts';
import { type EmbeddedBroker, startEmbeddedBroker } from './broker.ts';

const startBroker = (key: string) =>
  startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    tls: { port: 0, cert: testCertificate.cert, key },
    authenticate: async (_, username, password) => username === password?.toString(),
    authorizePublish: async () => true,
    authorizeSubscribe: async () => true,
    log: () => undefined,
  });

let broker: EmbeddedBroker;
beforeAll(async () => {
  broker = await startBroker(testCertificate.key);
});
afterAll(() => broker.stop());

const secureUrl = () => `mqtts://localhost:${broker.tlsPort}`;

const connect = (protocolVersion: 4 | 5, password: string, trust: { ca?: string }) =>
  mqtt.connectAsync(
    secureUrl(),
    { protocolVersion, clientId: 'one', username: 'one', password, reconnectPeriod: 0, ...trust },
    false,
  );
const trusting = { ca: testCertificate.cert };

it.each([4, 5] as const)(
  'a device speaks MQTT %i over TLS with the same rules as without',
  async (version) => {
    await expect(connect(version, 'wrong', trusting)).rejects.toThrow();
    const device = await connect(version, 'one', trusting);
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
  await expect(connect(4, 'one', {})).rejects.toThrow();
});

it('a server speaks TLS beside plain TCP, and to nobody whose certificate it does not expect', async () => {
  const { credentials, url } = broker;
  const secure = await connectMqtt({ url: secureUrl(), ...credentials, clientId: 'three', ...trusting });
  const plain = await connectMqtt({ url, ...credentials, clientId: 'four' });
  const heard = new Promise<[topic: string, text: string]>((done) => {
    void secure
      .subscribe('devices/+/status', (topic, payload) => done([topic, payload.toString()]))
      .then(() => plain.publish('devices/7/status', 'online'));
  });
  expect(await heard).toEqual(['devices/7/status', 'online']);
  await Promise.all([secure.close(), plain.close()]);
  await expect(connectMqtt({ url: secureUrl(), ...credentials, clientId: 'five' })).rejects.toMatchObject({
    code: 'mqttUnreachable',
  });
});

it('says which key does not fit its certificate', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await expect(startBroker(key)).rejects.toThrow(/MQTT_TLS_KEY_FILE/);
});
