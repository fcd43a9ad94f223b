import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { staticPassword } from '#kit/protocol/signing.ts';
import { connectMqtt, type MqttConnection } from '#kit/server/mqtt.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { ensureMosquitto } from '../../scripts/ensure-mosquitto.ts';
import { type Mosquitto, startMosquitto } from '../../scripts/mosquitto-process.ts';
import {
  type BrokerFiles,
  type BrokerFilesOptions,
  prepareBrokerFiles,
} from '../../scripts/write-broker-files.ts';
import type { DeviceIdentity } from '../devices/device-core.ts';
import { connectAs, testBrokerAccess } from './broker-access.ts';

const mosquitto = await ensureMosquitto();
const reason = 'missing' in mosquitto ? ` (skipped: no Mosquitto to install, ${mosquitto.missing})` : '';

describe.skipIf('missing' in mosquitto)(
  `Mosquitto with the files of broker:files, as compose.yaml runs it${reason}`,
  () => {
    let server: TestServer;
    let broker: Mosquitto;
    let connection: MqttConnection;
    let connectServer: (clientId: string) => Promise<MqttConnection>;
    let devices: [DeviceIdentity, DeviceIdentity];
    let options: BrokerFilesOptions;
    let files: BrokerFiles;

    beforeAll(async () => {
      server = await startTestServer();
      const logins = await listDeviceLogins(server.services.db.read, server.services.secrets);
      devices = [logins[0]!, logins[1]!];
      broker = await startMosquitto('path' in mosquitto ? mosquitto.path : '', async (place) => {
        options = { ...place, serverBind: '127.0.0.1', brokerHost: '127.0.0.1' };
        files = await prepareBrokerFiles(options);
        await files.write(logins);
      });
      connectServer = (clientId) => connectMqtt({ url: files.url, clientId, sharedGroup: 'coinyard' });
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

    it('lets in who was made later and keeps out who was blocked, without a restart of anybody', async () => {
      const [first, second] = devices;
      const logIn = ({ code, secret }: DeviceIdentity) =>
        connectAs(broker.deviceUrl, {
          clientId: code,
          username: code,
          password: staticPassword(secret, code),
        }).then(
          async (client) => {
            await client.endAsync();
            return 'in';
          },
          () => 'refused',
        );
      expect(await files.write([first])).toBe(true);
      await expect.poll(() => logIn(second), soon).toBe('refused');
      expect(await files.write([first, second])).toBe(true);
      await expect.poll(() => logIn(second), soon).toBe('in');
      expect(await logIn(first)).toBe('in');
      expect(await connection.ping()).toBe(true);
    });

    it('keeps the password of the servers and the lines of the others from run to run', async () => {
      const again = await prepareBrokerFiles(options);
      expect(again.url).toBe(files.url);
      expect(await again.write(devices)).toBe(false);
      const third = await prepareBrokerFiles({ ...options, serverPassword: 'chosen by the operator' });
      expect(third.url).toContain('chosen%20by%20the%20operator');
      expect(await third.write(devices)).toBe(true);
    });
  },
);
