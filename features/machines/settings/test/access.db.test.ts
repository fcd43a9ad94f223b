import { beforeAll, describe, expect, it } from 'vitest';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { settingsContract } from '../contract.ts';
import { connected, type FakeDevice } from './fake-device.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
let device: FakeDevice;
beforeAll(async () => {
  device = await connected(server);
});

describe('who may do what', () => {
  it('a clerk sees settings of the own sites and changes none', async () => {
    const clerk = await server.as('clerk');
    const of = { equipmentId: device.id };
    expect(await clerk.call(settingsContract.readSettings, of)).toMatchObject({ version: 0 });
    const settings = { force: { strongGrip: 1 } };
    const attempts = [
      () => clerk.call(settingsContract.changeSettings, { ...of, settings }),
      () => clerk.call(settingsContract.startBatch, { equipmentIds: [device.id], settings }),
      () => clerk.call(settingsContract.mendDrift, { equipmentIds: [device.id], to: 'last' }),
      () => clerk.call(settingsContract.acceptDrift, of),
      () => clerk.call(settingsContract.clearData, { ...of, what: 'both', confirmCode: device.code }),
      () => clerk.call(settingsContract.restoreScreenFunctions, of),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 403 });
    const elsewhere = await connected(server, { siteId: demoId('site:merchant:3') });
    await expect(
      clerk.call(settingsContract.readSettings, { equipmentId: elsewhere.id }),
    ).rejects.toMatchObject({ status: 404 });
    expect(device.received).toEqual([]);
  });

  it('a merchant does not reach the devices of another', async () => {
    const foreign = await connected(server, {
      tenantId: demoTenants.merchant2,
      siteId: demoId('site:merchant2:1'),
    });
    const of = { equipmentId: foreign.id };
    const both = [device.id, foreign.id];
    const settings = { force: { strongGrip: 1 } };
    const attempts = [
      () => merchant.call(settingsContract.readSettings, of),
      () => merchant.call(settingsContract.changeSettings, { ...of, settings }),
      () => merchant.call(settingsContract.startBatch, { equipmentIds: both, settings }),
      () => merchant.call(settingsContract.previewBatch, { equipmentIds: both, settings }),
      () => merchant.call(settingsContract.copySettings, { fromId: foreign.id, equipmentIds: [device.id] }),
      () => merchant.call(settingsContract.compareSettings, { equipmentId: device.id, otherId: foreign.id }),
      () => merchant.call(settingsContract.clearData, { ...of, what: 'both', confirmCode: foreign.code }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 });
    expect([...device.received, ...foreign.received]).toEqual([]);
  });

  it('an account limited to some sites leaves presets for all sites alone', async () => {
    const manager = server.withToken((await server.login('manager')).access_token);
    const save = (fieldId?: string) =>
      manager.call(settingsContract.savePreset, {
        name: 'Mine',
        type: 'deposit',
        fieldId,
        settings: { counter: { idleEndS: 60 } },
      });
    await expect(save()).rejects.toMatchObject({ key: 'settings:error.limitedAccount' });
    await expect(save(demoId('site:merchant:4'))).rejects.toMatchObject({ status: 400 });
    const { id } = await save(demoId('site:merchant:2'));
    const everywhere = await merchant.call(settingsContract.savePreset, {
      name: 'All',
      type: 'deposit',
      settings: { counter: { idleEndS: 50 } },
    });
    await expect(
      manager.call(settingsContract.removePresets, { ids: [everywhere.id] }),
    ).rejects.toMatchObject({ key: 'settings:error.limitedAccount' });
    await manager.call(settingsContract.removePresets, { ids: [id] });
  });
});

describe('input made to harm', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const hostile: [string, string][] = [
    ['an unknown group', '{"nothing":{"a":1}}'],
    ['a prototype', '{"__proto__":{"polluted":true}}'],
    ['a prototype inside a group', '{"force":{"__proto__":{"polluted":true}}}'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['an inherited name', '{"toString":{"a":1},"hasOwnProperty":{"b":2}}'],
    ['an inherited name as a value', '{"force":{"toString":1,"valueOf":2}}'],
    ['an array for a group', '{"force":[1,2]}'],
    ['a text for a group', '{"force":"x"}'],
    ['null', '{"force":null}'],
    ['nothing', '{}'],
    ['something deep', `{"force":{"strongGrip":${deep(5000)}}}`],
    ['a huge number', '{"force":{"strongGrip":1e308}}'],
    ['text that no database holds', '{"sound":{"music":"\\u0000\\ud800"}}'],
    ['a long list', `{"functions":{"order":[${Array.from({ length: 5000 }, () => '{}').join()}]}}`],
  ];

  it.each(hostile)('is refused: %s', async (_, settings) => {
    const { access_token: token } = await server.login('merchant');
    const body = (parts: string) => `{${parts},"settings":${settings}}`;
    const calls = [
      [settingsContract.changeSettings, body(`"equipmentId":"${device.id}"`)],
      [settingsContract.startBatch, body(`"equipmentIds":["${device.id}"]`)],
      [settingsContract.previewBatch, body(`"equipmentIds":["${device.id}"]`)],
      [settingsContract.savePreset, body('"name":"x","type":"claw"')],
    ] as const;
    for (const [endpoint, payload] of calls) {
      const answer = await server.app.inject({
        method: 'POST',
        url: endpoint.path,
        headers: { 'content-type': 'application/json', 'blade-auth': `bearer ${token}` },
        payload,
      });
      const isBatch = endpoint === settingsContract.startBatch || endpoint === settingsContract.previewBatch;
      // groups that no type has block the device and not the batch
      expect(answer.statusCode, answer.body).toSatisfy(
        (code: number) => code === 400 || (isBatch && code === 200),
      );
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(device.received).toEqual([]);
  });
});
