import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeviceLogins } from '#features/devices/server/public.ts';
import { newSecret } from '#kit/kernel/ids.ts';
import { staticPassword } from '#kit/protocol/signing.ts';
import { connectMqtt, type MqttConnection } from '#kit/server/mqtt.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { mosquittoFiles } from '../../scripts/mosquitto-files.ts';
import type { DeviceIdentity } from '../devices/device-core.ts';
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

  describe.each([4, 5] as const)('in version %i of MQTT', (protocolVersion) => {
    testBrokerAccess(protocolVersion, () => ({
      url: broker.deviceUrl,
      server: connection,
      devices,
      passwordOf: ({ secret, code }) => staticPassword(secret, code),
      auth: 'static',
    }));
  });

  it('serves several servers under one name', async () => {
    const second = await connectServer('server-2');
    expect(await connection.ping()).toBe(true);
    expect(await second.ping()).toBe(true);
    await second.close();
  });
});
