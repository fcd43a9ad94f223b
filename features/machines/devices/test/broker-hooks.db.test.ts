import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginPassword } from '#kit/protocol/signing.ts';
import { downFilter, upTopic } from '#kit/protocol/topics.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { deviceSecret } from '../server/device-keys.ts';

const token = 'a token of the test, long enough';
const code = 'CW10001';
let server: TestServer;
let without: TestServer;
beforeAll(async () => {
  server = await startTestServer({ BROKER_HOOK_TOKEN: token });
  without = await startTestServer();
});
afterAll(async () => {
  await server.close();
  await without.close();
});

async function ask(
  call: 'authenticate' | 'authorize',
  payload: Record<string, unknown>,
  { bearer = token, at = server } = {},
) {
  const answer = await at.app.inject({
    method: 'POST',
    url: `/api/devices/broker/${call}`,
    headers: { authorization: `Bearer ${bearer}` },
    payload,
  });
  return { status: answer.statusCode, result: answer.json().result };
}

const login = (changes: Record<string, unknown> = {}) => {
  const secret = deviceSecret(server.services.secrets, code, 1);
  const password = loginPassword(secret, code, server.clock.now());
  return { clientid: code, username: code, password, ...changes };
};

it('an external broker lets a device in with its own password and nobody else', async () => {
  expect(await ask('authenticate', login())).toEqual({ status: 200, result: 'allow' });
  for (const changes of [
    { password: '1.1.x' },
    { username: 'CW10002', clientid: 'CW10002' },
    { clientid: 'x' },
  ])
    expect((await ask('authenticate', login(changes))).result).toBe('deny');
  expect((await ask('authenticate', { username: 5 })).result).toBe('deny');
});

it('a device reaches its own topics only', async () => {
  const may = async (action: string, topic: string) =>
    (await ask('authorize', { username: code, action, topic })).result;
  expect(await may('publish', upTopic(code, 'hello'))).toBe('allow');
  expect(await may('subscribe', downFilter(code))).toBe('allow');
  expect(await may('publish', upTopic('CW10002', 'hello'))).toBe('deny');
  expect(await may('subscribe', downFilter('CW10002'))).toBe('deny');
  expect(await may('subscribe', '#')).toBe('deny');
});

it('without the token nothing is answered, and without one configured the calls do not exist', async () => {
  expect(await ask('authenticate', login(), { bearer: 'guessed' })).toMatchObject({ status: 403 });
  expect((await ask('authenticate', login(), { at: without })).status).toBe(404);
});
