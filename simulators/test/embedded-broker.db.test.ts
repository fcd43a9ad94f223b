import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { deviceRefusals } from '#features/machines/devices/tables.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import { loginPassword, staticPassword } from '#kit/protocol/signing.ts';
import { downTopic, upTopic } from '#kit/protocol/topics.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import type { DeviceIdentity } from '../devices/device-core.ts';
import { connectAs, testBrokerAccess } from './broker-access.ts';

let server: TestServer;
let devices: [DeviceIdentity, DeviceIdentity];
/** used by nothing else, so that what is logged about it is about this test */
let lonely: DeviceIdentity;

beforeAll(async () => {
  server = await startTestServer({}, { broker: true });
  const logins = await listDeviceLogins(server.services.db.read, server.services.secrets);
  devices = [logins[0]!, logins[1]!];
  lonely = logins[2]!;
});
afterAll(() => server.close());

const url = () => server.brokerUrl ?? '';
const passwordOf = ({ secret, code }: DeviceIdentity) => loginPassword(secret, code, new Date());

describe('the embedded broker', () => {
  describe.each([4, 5] as const)('in version %i of MQTT', (protocolVersion) => {
    testBrokerAccess(protocolVersion, () => ({
      url: url(),
      server: server.services.mqtt,
      devices,
      passwordOf,
      auth: 'timed',
    }));
  });

  const reasonsFor = async ({ code }: DeviceIdentity) =>
    (
      await server.services.db.read
        .select({ reason: deviceRefusals.reason })
        .from(deviceRefusals)
        .where(eq(deviceRefusals.code, code))
    ).map(({ reason }) => reason);

  it('refuses passwords that are wrong, old, of the future, of another device or of another kind, and writes it down', async () => {
    const { code, secret } = lonely;
    const login = (password: string) => connectAs(url(), { clientId: code, username: code, password });
    const beyondMs = limits.clockToleranceMs + minuteMs;
    const now = Date.now();
    for (const password of [
      'x',
      loginPassword(secret, code, new Date(now - beyondMs)),
      loginPassword(secret, code, new Date(now + beyondMs)),
      loginPassword(devices[0].secret, code, new Date(now)),
      loginPassword(secret, devices[0].code, new Date(now)),
      staticPassword(secret, code),
    ])
      await expect(login(password), password).rejects.toThrow();
    const slightlyOff = await login(loginPassword(secret, code, new Date(now - limits.clockToleranceMs / 2)));
    await slightlyOff.endAsync();
    expect(new Set(await reasonsFor(lonely))).toEqual(new Set(['malformed', 'clock', 'secret']));
  });

  it('writes down who reached for the topics of another, and who came under another’s client id', async () => {
    const { code } = lonely;
    const login = (clientId: string) =>
      connectAs(url(), { clientId, username: code, password: passwordOf(lonely) });
    const reader = await login(code);
    await reader.subscribeAsync(downTopic(devices[0].code, 'command')).catch(() => undefined);
    await reader.endAsync();
    const writer = await login(code);
    writer.publish(upTopic(devices[0].code, 'telemetry'), '{}', { qos: 1 });
    await expect(login(devices[0].code)).rejects.toThrow();
    await vi.waitUntil(async () => {
      const reasons = new Set(await reasonsFor(lonely));
      return reasons.has('subscribe') && reasons.has('publish') && reasons.has('clientId');
    }, soon);
    await writer.endAsync(true);
  });

  it('refuses a code that nobody made', async () => {
    const stranger = { ...lonely, code: 'STRANGER1' };
    const attempt = connectAs(url(), {
      clientId: stranger.code,
      username: stranger.code,
      password: passwordOf(stranger),
    });
    await expect(attempt).rejects.toThrow();
    expect(await reasonsFor(stranger)).toEqual(['unknownCode']);
  });
});
