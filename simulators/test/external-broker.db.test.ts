import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeviceLogins } from '#features/devices/server/public.ts';
import { newSecret } from '#kit/kernel/ids.ts';
import { upMessages } from '#kit/protocol/messages.ts';
import { staticPassword } from '#kit/protocol/signing.ts';
import { upTopic } from '#kit/protocol/topics.ts';
import { connectMqtt, type MqttConnection } from '#kit/server/mqtt.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { mosquittoFiles } from '../../scripts/mosquitto-files.ts';
import { DeviceClient } from '../devices/client.ts';
import type { DeviceIdentity } from '../devices/device-core.ts';
import { mqttLink } from '../devices/link.ts';
import { createMachine } from '../devices/machines.ts';
import { createRandom } from '../devices/random.ts';
import { memoryStorage } from '../devices/storage.ts';
import { SharedTimers } from '../devices/timers.ts';
import { noWear } from './bench-device.ts';
import { testBrokerAccess } from './broker-access.ts';
import { ensureMosquitto, startMosquitto } from './mosquitto.ts';

const mosquitto = await ensureMosquitto();
const reason = 'missing' in mosquitto ? ` (skipped: ${mosquitto.missing})` : '';

describe.skipIf('missing' in mosquitto)(`Mosquitto with the files of broker:files${reason}`, () => {
  let server: TestServer;
  let broker: Awaited<ReturnType<typeof startMosquitto>>;
  let connection: MqttConnection;
  let connectServer: (clientId: string) => Promise<MqttConnection>;
  let devices: [DeviceIdentity, DeviceIdentity];

  beforeAll(async () => {
    server = await startTestServer();
    const logins = await listDeviceLogins(server.services.db.read, server.services.secrets);
    devices = [logins[0]!, logins[1]!];
    const own = { name: 'coinyard-server', password: newSecret() };
    broker = await startMosquitto('path' in mosquitto ? mosquitto.path : '', async (folder, ports) => {
      const paths = { passwd: join(folder, 'passwd'), acl: join(folder, 'acl'), ...ports };
      const files = mosquittoFiles(own, logins, paths);
      await writeFile(paths.passwd, files.passwd, { mode: 0o600 });
      await writeFile(paths.acl, files.acl, { mode: 0o600 });
      return files.conf;
    });
    connectServer = (clientId) =>
      connectMqtt({
        url: broker.serverUrl,
        username: own.name,
        password: own.password,
        clientId,
        sharedGroup: 'coinyard',
      });
    connection = await connectServer('server-1');
  });
  afterAll(async () => {
    await connection.close();
    await broker.stop();
    await server.close();
  });

  testBrokerAccess(() => ({
    url: broker.deviceUrl,
    server: connection,
    devices,
    passwordOf: ({ secret, code }) => staticPassword(secret, code),
  }));

  it('serves several servers under one name', async () => {
    const second = await connectServer('server-2');
    expect(await connection.ping()).toBe(true);
    expect(await second.ping()).toBe(true);
    await second.close();
  });

  it('carries the reference client over MQTT 5, and its last will', async () => {
    const [identity] = devices;
    const hello = Promise.withResolvers<unknown>();
    const will = Promise.withResolvers<unknown>();
    await connection.subscribe(upTopic(identity.code, 'hello'), (_, payload) =>
      hello.resolve(JSON.parse(payload.toString())),
    );
    await connection.subscribe(upTopic(identity.code, 'offline'), (_, payload) =>
      will.resolve(JSON.parse(payload.toString())),
    );
    const client = new DeviceClient({
      identity,
      url: broker.deviceUrl,
      storage: memoryStorage(),
      timers: new SharedTimers(),
      random: createRandom('mosquitto'),
      auth: 'static',
      openLink: mqttLink({ protocolVersion: 5 }),
      machine: (parts) => createMachine({ ...parts, wear: noWear }),
    });
    await client.plug();
    const said = upMessages.hello.parse(await hello.promise);
    client.unplug();
    expect(upMessages.offline.parse(await will.promise)).toEqual({ session: said.session, reason: 'lost' });
  });
});
