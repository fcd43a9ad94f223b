import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { listDemoFleet } from '#features/machines/devices/server/public.ts';
import { CallError } from '#kit/contract/client.ts';
import { downTopic, upTopic } from '#kit/protocol/topics.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { firmwareContract } from '../contract.ts';
import { stepRollouts } from '../server/step-rollouts.ts';
import { firmwareImages } from '../tables.ts';

const { server } = testServer();

const scope = tenantScope(demoTenants.merchant);
const claws = async () =>
  (await listDemoFleet(server.services.db.read, scope)).filter(({ type }) => type === 'claw');

async function imageOf(version: string) {
  const { db } = server.services;
  const found = await db.read.select().from(firmwareImages).where(eq(firmwareImages.version, version));
  return found.find((image) => image.type === 'claw' && image.target === 'firmware')!;
}

/** A device as the link sees it. */
async function hello(code: string, firmware: string, more: { model?: string; hardware?: string } = {}) {
  await server.loopback!.publish(
    upTopic(code, 'hello'),
    JSON.stringify({
      session: `${code}-${firmware}`,
      protocol: 1,
      type: 'claw',
      model: 'test',
      firmware,
      boot: 1,
      epoch: 0,
      settingsVersion: 0,
      settingsHash: '0000000000000000',
      contentVersion: 0,
      faults: [],
      signal: { kind: 'wifi', dbm: -50 },
      ...more,
    }),
  );
}

const report = (code: string, rollout: string, state: string, more = {}) =>
  server.loopback!.publish(
    upTopic(code, 'firmware'),
    JSON.stringify({ rollout, version: '2.5.0', state, ...more }),
  );

/** Offers by device; a device gets one by one rollout once. */
function offers(): Map<string, Record<string, unknown>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const { topic, payload } of server.loopback!.published) {
    const code = topic.split('/')[2] as string;
    if (topic === downTopic(code, 'firmware')) found.set(code, JSON.parse(JSON.parse(payload).body));
  }
  return found;
}

describe('a staged rollout', () => {
  it('reaches one stage after another, can be downloaded in parts, and ends when all are installed', async () => {
    const merchant = await server.as('merchant');
    const chosen = (await claws()).slice(0, 4);
    for (const { code } of chosen) await hello(code, '2.4.0');
    const image = await imageOf('2.5.0');
    const { id } = await merchant.call(firmwareContract.startRollout, {
      imageId: image.id,
      equipmentIds: chosen.map(({ deviceId }) => deviceId),
      plan: 'half',
    });
    const state = () => merchant.call(firmwareContract.readRollout, { id });

    await vi.waitFor(async () => {
      await stepRollouts(server.services);
      expect(offers().size).toBe(2);
    }, soon);
    const [code, offer] = [...offers()][0]!;
    const address = new URL(String(offer.url), 'http://server');
    const get = (headers = {}) =>
      server.app.inject({ method: 'GET', url: address.pathname + address.search, headers });
    const whole = await get();
    expect(createHash('sha256').update(whole.rawPayload).digest('hex')).toBe(offer.sha256);
    const rest = await get({ range: 'bytes=1000-' });
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true);
    expect((await get({ range: `bytes=${whole.rawPayload.length}-` })).statusCode).toBe(416);
    address.searchParams.set('sig', '0'.repeat(64));
    expect((await get()).statusCode).toBe(403);

    await report(code, id, 'downloading', { percent: 40 });
    expect((await state()).items.find((item) => item.code === code)).toMatchObject({
      state: 'downloading',
      percent: 40,
    });
    await stepRollouts(server.services);
    expect(offers().size).toBe(2);

    for (const first of offers().keys()) await hello(first, '2.5.0');
    // the server's own round may be at it at the same moment, and then ours finds nothing to do
    await vi.waitFor(async () => {
      await stepRollouts(server.services);
      expect(offers().size).toBe(4);
    }, soon);
    expect((await state()).stage).toBe(1);
    for (const last of offers().keys()) await report(last, id, 'installed');
    await vi.waitFor(async () => {
      await stepRollouts(server.services);
      expect(await state()).toMatchObject({ state: 'finished', installed: 4, failed: 0 });
    }, soon);

    const back = await merchant.call(firmwareContract.rollBack, { id }).catch((error: unknown) => error);
    // those that only reported, and never said hello with it, still count as running the old one
    expect(back).toHaveProperty('id');
  });

  it('a device is in one rollout at a time, and of one merchant only', async () => {
    const merchant = await server.as('merchant');
    const [device] = (await claws()).slice(10);
    await hello(device!.code, '2.4.0');
    const input = { imageId: (await imageOf('2.5.0')).id, equipmentIds: [device!.deviceId] };
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => merchant.call(firmwareContract.startRollout, input)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(
      (await server.as('merchant2')).call(firmwareContract.startRollout, input),
    ).rejects.toMatchObject({ status: 404 });
    await expect((await server.as('clerk')).call(firmwareContract.startRollout, input)).rejects.toMatchObject(
      {
        status: 403,
      },
    );
  });

  it('pauses by itself when too many fail, tells who started it, and goes on when told', async () => {
    let merchant = await server.as('merchant');
    const chosen = (await claws()).slice(5, 8);
    for (const { code } of chosen) await hello(code, '2.4.0');
    const { id } = await merchant.call(firmwareContract.startRollout, {
      imageId: (await imageOf('2.5.0')).id,
      equipmentIds: chosen.map(({ deviceId }) => deviceId),
      plan: 'all',
    });
    await stepRollouts(server.services);
    const read = () => merchant.call(firmwareContract.readRollout, { id });
    await vi.waitFor(async () => expect((await read()).moving).toBe(3), soon);
    await report(chosen[0]!.code, id, 'failed', { reason: 'hash' });
    await vi.waitFor(async () => {
      await stepRollouts(server.services);
      expect(await read()).toMatchObject({ state: 'paused', pausedBy: 'failures', failed: 1 });
    }, soon);
    await merchant.call(firmwareContract.steerRollout, { id, action: 'retry' });
    expect(await read()).toMatchObject({ state: 'running', failed: 0 });
    server.clock.forward(21 * 60_000);
    await stepRollouts(server.services);
    // the token of before has run out as well
    merchant = server.withToken((await server.login('merchant')).access_token);
    await vi.waitFor(async () => {
      await stepRollouts(server.services);
      expect((await read()).items.filter((item) => item.reason === 'noAnswer')).toHaveLength(2);
    }, soon);
    await merchant.call(firmwareContract.steerRollout, { id, action: 'cancel' });
    await expect(
      merchant.call(firmwareContract.steerRollout, { id, action: 'resume' }),
    ).rejects.toBeInstanceOf(CallError);
  });
});

it('the list of versions pages in the order of devices and compares versions as numbers, not as words', async () => {
  const merchant = server.withToken((await server.login('merchant')).access_token);
  const [older, newer] = (await claws()).slice(-2);
  // newer than the published 2.5.0
  const given = { [older!.code]: '2.4.9', [newer!.code]: '2.10.0' };
  for (const [code, firmware] of Object.entries(given)) await hello(code, firmware);
  const list = (input: object) =>
    merchant.call(firmwareContract.listVersions, { type: 'claw', size: 500, ...input });
  await vi.waitFor(async () => {
    const versions = new Map((await list({})).records.map(({ code, version }) => [code, version]));
    for (const [code, firmware] of Object.entries(given)) expect(versions.get(code)).toBe(firmware);
  }, patient(10_000));
  const all = await list({});
  const states = new Map(all.records.map(({ code, state }) => [code, state]));
  expect(Object.keys(given).map((code) => states.get(code))).toEqual(['outdated', 'current']);
  const outdated = (await list({ outdated: true })).records.map(({ code }) => code);
  expect(outdated).toContain(older!.code);
  expect(outdated).not.toContain(newer!.code);
  const second = await list({ size: 2, current: 2 });
  expect(second.records.map(({ id }) => id)).toEqual(all.records.slice(2, 4).map(({ id }) => id));
  expect(second.total).toBe(all.total);
  const [found] = (await list({ keyword: older!.code.toLowerCase() })).records;
  expect(found).toMatchObject({ code: older!.code, latest: '2.5.0' });
});

it('a version made for a model and a board reaches no other, and carries the maker’s word', async () => {
  const merchant = server.withToken((await server.login('merchant')).access_token);
  const makerSignature = Buffer.alloc(64, 7).toString('base64');
  const published = (
    await upload('admin', { version: '9.1.0', model: 'M-9', hardware: 'B, A', makerSignature })
  ).json().data;
  const [right, other, old] = (await claws()).slice(-5, -2);
  await hello(right!.code, '2.4.0', { model: 'M-9', hardware: 'A' });
  await hello(other!.code, '2.4.0', { model: 'M-8', hardware: 'A' });
  await hello(old!.code, '2.4.0', { model: 'M-9' });
  const start = (device: { deviceId: string }) =>
    merchant.call(firmwareContract.startRollout, { imageId: published.id, equipmentIds: [device.deviceId] });
  for (const wrong of [other!, old!]) expect(await refusalOf(start(wrong))).toBe('firmware:error.wrongModel');
  const versions = await merchant.call(firmwareContract.listVersions, { type: 'claw', size: 500 });
  const latest = ({ code }: { code: string }) =>
    versions.records.find((record) => record.code === code)?.latest;
  expect([right!, other!, old!].map(latest)).toEqual(['9.1.0', '2.5.0', '2.5.0']);
  const outdated = await merchant.call(firmwareContract.listVersions, {
    type: 'claw',
    size: 500,
    outdated: true,
  });
  expect(outdated.records.map(({ code }) => code)).toContain(right!.code);
  await start(right!);
  await vi.waitFor(async () => {
    await stepRollouts(server.services);
    expect(offers().get(right!.code)).toMatchObject({
      version: '9.1.0',
      model: 'M-9',
      hardware: ['A', 'B'],
      makerSignature,
    });
  }, soon);
});

async function upload(user: 'admin' | 'merchant', more: Record<string, string> = {}) {
  const boundary = 'X';
  const token = (await server.login(user)).access_token;
  const query = new URLSearchParams({
    target: 'firmware',
    type: 'claw',
    version: '9.0.1',
    notes: '',
    ...more,
  });
  return server.app.inject({
    method: 'POST',
    url: `${firmwareContract.publishImage.path}?${query}`,
    headers: {
      'blade-auth': `bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\nhello\r\n--${boundary}--\r\n`,
  });
}

it('the platform publishes a file once per version; merchants may not', async () => {
  expect((await upload('merchant')).statusCode).toBe(403);
  const published = (await upload('admin')).json();
  expect(published.data).toMatchObject({
    sizeBytes: 5,
    sha256: createHash('sha256').update('hello').digest('hex'),
  });
  expect((await upload('admin')).statusCode).toBe(409);
});
