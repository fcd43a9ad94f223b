import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createAliyunSms, SmsError, type SmsMessage } from './client.ts';
import { type SimulatedSms, type SmsSimulatorOptions, startSmsSimulator } from './simulator.ts';

const accessKeys = { id: 'LTAI-test', secret: 'right-secret' };
const message: SmsMessage = { phone: '13812345678', template: 'code', params: { code: "48'15 *~+中" } };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(options: Partial<SmsSimulatorOptions> = {}) {
  const simulator = await startSmsSimulator({ accessKeys, ...options });
  closers.push(simulator.close);
  return simulator;
}

function clientFor(endpoint: string, keys = accessKeys) {
  return createAliyunSms({
    accessKeyId: keys.id,
    accessKeySecret: keys.secret,
    signName: '测试 签名*',
    templateCodes: { code: 'SMS_100', notice: 'SMS_200' },
    endpoint,
    protocol: 'http',
  });
}

describe('the SMS client', () => {
  test('delivers a message with its signature, template and parameters', async () => {
    const heard: SimulatedSms[] = [];
    const simulator = await start({ onMessage: (sms) => heard.push(sms) });
    const { providerId } = await clientFor(simulator.endpoint).send(message);
    expect(providerId).not.toBe('');
    expect(simulator.messages).toMatchObject([
      {
        id: providerId,
        phone: message.phone,
        signName: '测试 签名*',
        templateCode: 'SMS_100',
        params: message.params,
      },
    ]);
    expect(heard).toEqual(simulator.messages);
  });

  test('is rejected when its secret is wrong, and nothing is sent', async () => {
    const simulator = await start();
    const sending = clientFor(simulator.endpoint, { ...accessKeys, secret: 'wrong' }).send(message);
    await expect(sending).rejects.toMatchObject({ code: 'rejected', providerCode: 'SignatureDoesNotMatch' });
    expect(simulator.messages).toEqual([]);
  });

  test('is rejected when its key is unknown', async () => {
    const simulator = await start();
    const sending = clientFor(simulator.endpoint, { ...accessKeys, id: 'LTAI-other' }).send(message);
    await expect(sending).rejects.toMatchObject({
      code: 'rejected',
      providerCode: 'InvalidAccessKeyId.NotFound',
    });
  });

  test('is rejected for a number that is no mobile phone', async () => {
    const simulator = await start();
    const sending = clientFor(simulator.endpoint).send({ ...message, phone: '12345' });
    await expect(sending).rejects.toMatchObject({
      code: 'rejected',
      providerCode: 'isv.MOBILE_NUMBER_ILLEGAL',
    });
  });

  test('reports an unreachable provider without quoting the code that was sent', async () => {
    const simulator = await startSmsSimulator({ accessKeys });
    await simulator.close();
    const error = await clientFor(simulator.endpoint)
      .send(message)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SmsError);
    expect(error).toMatchObject({ code: 'unreachable' });
    expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain(message.phone);
  });
});

describe('the SMS simulator', () => {
  test('limits nothing unless asked to', async () => {
    const simulator = await start();
    const client = clientFor(simulator.endpoint);
    for (let count = 0; count < 12; count += 1) await client.send(message);
    expect(simulator.messages).toHaveLength(12);
  });

  test('allows a phone one message a minute and five an hour, each phone for itself', async () => {
    let clock = Date.now();
    const simulator = await start({ limits: true, now: () => clock });
    const client = clientFor(simulator.endpoint);
    await client.send(message);
    const limited = { code: 'rate_limited', providerCode: 'isv.BUSINESS_LIMIT_CONTROL' };
    await expect(client.send(message)).rejects.toMatchObject(limited);
    await client.send({ ...message, phone: '13912345678' });
    for (let count = 0; count < 4; count += 1) {
      clock += 61_000;
      await client.send(message);
    }
    clock += 61_000;
    await expect(client.send(message)).rejects.toMatchObject(limited);
    expect(simulator.messages.filter((sms) => sms.phone === message.phone)).toHaveLength(5);
  });

  test('takes limits of its own', async () => {
    const simulator = await start({ limits: { perMinute: 2, perDay: 2 } });
    const client = clientFor(simulator.endpoint);
    await client.send(message);
    await client.send(message);
    await expect(client.send(message)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('keeps the last 200 messages', async () => {
    const simulator = await start();
    const client = clientFor(simulator.endpoint);
    for (let count = 0; count < 205; count += 1) {
      await client.send({ ...message, params: { code: String(count) } });
    }
    expect(simulator.messages).toHaveLength(200);
    expect(simulator.messages[0]?.params.code).toBe('5');
  });

  test('refuses a request whose clock is off', async () => {
    const simulator = await start({ now: () => Date.now() + 20 * 60_000 });
    const sending = clientFor(simulator.endpoint).send(message);
    await expect(sending).rejects.toMatchObject({
      code: 'rejected',
      providerCode: 'InvalidTimeStamp.Expired',
    });
  });

  test('answers an unsigned request with the gateway’s error shape', async () => {
    const simulator = await start();
    const response = await fetch(`${simulator.url}/?PhoneNumbers=13812345678`, { method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      RequestId: expect.any(String),
      HostId: simulator.endpoint,
      Code: 'IncompleteSignature',
      Message: expect.any(String),
    });
  });

  test('refuses a replayed request and one changed after signing', async () => {
    const simulator = await start();
    const captured = await captureRequest();
    const replay = (path: string) => repeat(simulator.endpoint, path, captured.headers);
    // The captured request was signed for the listener's address, which travels in the signed Host header.
    expect(await replay(captured.path)).toMatchObject({ Code: 'OK' });
    expect(await replay(captured.path)).toMatchObject({ Code: 'SignatureNonceUsed' });
    const changed = captured.path.replace(message.phone, '13912345678');
    expect(await replay(changed)).toMatchObject({ Code: 'SignatureDoesNotMatch' });
    expect(simulator.messages).toHaveLength(1);
  });
});

interface CapturedRequest {
  path: string;
  headers: Record<string, string>;
}

async function captureRequest(): Promise<CapturedRequest> {
  const { createServer } = await import('node:http');
  let captured: CapturedRequest | undefined;
  const server = createServer((incoming, response) => {
    captured = { path: incoming.url ?? '', headers: incoming.headers as Record<string, string> };
    response.end(JSON.stringify({ Code: 'OK', BizId: '1' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await clientFor(`127.0.0.1:${port}`).send(message);
  server.close();
  server.closeAllConnections();
  if (!captured) throw new Error('the client sent nothing');
  return captured;
}

function repeat(endpoint: string, path: string, headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request(`http://${endpoint}${path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    call.on('error', reject);
    call.end();
  });
}
