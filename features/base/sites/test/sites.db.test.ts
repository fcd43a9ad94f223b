import { describe, expect, it } from 'vitest';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { auditEntries } from '#kit/server/audit.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { outbox } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sitesContract } from '../contract.ts';
import { assertSites, countSites, siteNames } from '../server/public.ts';
import { sites } from '../tables.ts';

const { server, staff } = testServer();
const clerk = staff('clerk');
const nobody = staff(undefined);

const first = demoId('site:merchant:1');
const second = demoId('site:merchant:2');
const closedOne = demoId('site:merchant:5');
const foreign = demoId('site:merchant2:1');
const unknown = '01890000-0000-7000-8000-000000000000';

const aSite = {
  name: '测试场地',
  type: 'mall' as const,
  regionCode: '310115',
  address: '测试路 1 号',
};

async function defaultsOf(tenantId: string): Promise<string[]> {
  const site = rows(tenantScope(tenantId), sites);
  const list = await server.services.db.read.select({ id: site.id, isDefault: site.isDefault }).from(site);
  return list.filter((row) => row.isDefault).map((row) => row.id);
}

describe('the list of sites', () => {
  it('shows a merchant all of its sites and nobody else’s', async () => {
    const merchant = await server.as('merchant');
    const page = await merchant.call(sitesContract.listSites, { size: 100 });
    const ids = page.records.map((site) => site.id);
    expect(ids).toContain(first);
    expect(ids).toContain(closedOne);
    expect(ids).not.toContain(foreign);
    expect(page.records[0]?.isDefault).toBe(true);
  });

  it('shows a clerk and a franchisee only the sites they were given', async () => {
    const clerkSites = await clerk.call(sitesContract.listUserSites, {});
    expect(clerkSites.map((site) => site.id).sort()).toEqual([first, second].sort());
    const franchisee = await server.as('franchisee');
    const page = await franchisee.call(sitesContract.countUserSiteDevices, {});
    expect(page.map((site) => site.fieldId).sort()).toEqual(
      [demoId('site:merchant:3'), demoId('site:merchant:4')].sort(),
    );
  });

  it('names nothing to the platform and to agents, who run no sites', async () => {
    for (const user of ['admin', 'agent'] as const) {
      const client = await server.as(user);
      expect(await client.call(sitesContract.listUserSites, {})).toEqual([]);
      expect((await refusal(client.call(sitesContract.listSites, {}))).status).toBe(403);
    }
  });

  it('filters by name or address, type, state and region of any level', async () => {
    const merchant = await server.as('merchant');
    const names = async (input: Parameters<typeof merchant.call<typeof sitesContract.listSites>>[1]) =>
      (await merchant.call(sitesContract.listSites, { size: 100, ...input })).records.map((site) => site.id);
    expect(await names({ name: '天河' })).toEqual([second]);
    expect(await names({ name: '%' })).toEqual([]);
    expect(await names({ type: 'scenic' })).toEqual([closedOne]);
    expect(await names({ ifEnable: 0 })).toEqual([closedOne]);
    expect(await names({ regionCode: '440000' })).toEqual([second]);
    expect(await names({ regionCode: '440106' })).toEqual([second]);
    expect(await names({ regionCode: '123456' })).toEqual([]);
  });

  it('names the region in the caller’s language', async () => {
    const merchant = await server.as('merchant', 'zh-cn');
    expect((await merchant.call(sitesContract.readSite, { id: first })).regionName).toBe('上海市 浦东新区');
  });
});

describe('a site', () => {
  it('of another tenant is not found, whatever is tried on it', async () => {
    const merchant = await server.as('merchant');
    const attempts = [
      () => merchant.call(sitesContract.readSite, { id: foreign }),
      () => merchant.call(sitesContract.updateSite, { id: foreign, name: '改名' }),
      () => merchant.call(sitesContract.setDefaultSite, { id: foreign }),
      () => merchant.call(sitesContract.removeSites, { ids: [foreign] }),
      () => merchant.call(sitesContract.readSite, { id: unknown }),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).status).toBe(404);
    const other = await server.as('merchant2');
    expect((await other.call(sitesContract.readSite, { id: foreign })).name).toBe('深圳北站候车厅');
  });

  it('keeps what it was created with, and the change is in the log and announced', async () => {
    const merchant = await server.as('merchant');
    const { id } = await merchant.call(sitesContract.createSite, {
      ...aSite,
      openingHours: [{ days: [7, 1], period: '20:00-02:00' }],
      contactName: '王店长',
      contactNumber: '021-12345678',
      latitude: 31.2,
      longitude: 121.5,
    });
    const site = await merchant.call(sitesContract.readSite, { id });
    expect(site).toMatchObject({
      ...aSite,
      openingHours: [{ days: [1, 7], period: '20:00-02:00' }],
      refundMode: 'manual',
      ifEnable: 1,
      isDefault: false,
      equipmentNumber: 0,
    });
    await merchant.call(sitesContract.updateSite, { id, contactName: null, refundMode: 'automatic' });
    const changed = await merchant.call(sitesContract.readSite, { id });
    expect(changed).toMatchObject({
      contactName: null,
      contactNumber: '021-12345678',
      refundMode: 'automatic',
    });

    const entry = rows(platformScope, auditEntries);
    const log = (await server.services.db.read.select().from(entry)).filter((row) => row.entityId === id);
    expect(log.map((row) => row.action).sort()).toEqual(['sites.create', 'sites.update']);
    expect(log.find((row) => row.action === 'sites.update')).toMatchObject({
      before: { contactName: '王店长', refundMode: 'manual' },
      after: { contactName: null, refundMode: 'automatic' },
    });
    const events = (await server.services.db.read.select().from(outbox)).filter((row) => row.data.id === id);
    expect(events.map((row) => [row.topic, row.event])).toEqual([
      [`tenant:${demoTenants.merchant}`, 'site.changed'],
      [`tenant:${demoTenants.merchant}`, 'site.changed'],
    ]);
  });

  it('is refused with the field that is wrong', async () => {
    const merchant = await server.as('merchant');
    const wrong: [object, string][] = [
      [{ regionCode: '310000' }, 'regionCode'],
      [{ regionCode: '999999' }, 'regionCode'],
      [{ businessCategoryCode: 5 }, 'businessCategoryCode'],
      [{ latitude: 31.2 }, 'longitude'],
      [{ openingHours: [{ days: [1], period: '09:00-09:00' }] }, 'openingHours'],
      [{ photo: 'https://evil.example/pixel.png' }, 'photo'],
      [{ contactNumber: '12345' }, 'contactNumber'],
    ];
    for (const [fields, path] of wrong) {
      const error = await refusal(
        merchant.call(sitesContract.createSite, { ...aSite, ...fields } as typeof aSite),
      );
      expect(error.status, path).toBe(400);
      expect(error.issues[0]?.path).toBe(path);
      expect(error.issues[0]?.message).not.toMatch(/^\w+:/);
    }
  });

  it('needs the right to be changed', async () => {
    expect((await refusal(clerk.call(sitesContract.updateSite, { id: first, name: '改名' }))).status).toBe(
      403,
    );
    expect((await refusal(clerk.call(sitesContract.removeSites, { ids: [first] }))).status).toBe(403);
  });
});

describe('the default site', () => {
  it('is one, also after many accounts chose at the same time', async () => {
    const merchant = await server.as('merchant');
    const page = await merchant.call(sitesContract.listSites, { size: 100 });
    await Promise.all(
      page.records.map((site) => merchant.call(sitesContract.setDefaultSite, { id: site.id })),
    );
    expect(await defaultsOf(demoTenants.merchant)).toHaveLength(1);
    await Promise.all([
      merchant.call(sitesContract.setDefaultSite, { id: first }),
      merchant.call(sitesContract.createSite, { ...aSite, name: '新默认', isDefault: true }),
      merchant.call(sitesContract.updateSite, { id: second, isDefault: true, remark: '顺便' }),
    ]);
    expect(await defaultsOf(demoTenants.merchant)).toHaveLength(1);
  });

  it('can not be switched off, only moved', async () => {
    const merchant = await server.as('merchant');
    await merchant.call(sitesContract.setDefaultSite, { id: first });
    const error = await refusal(merchant.call(sitesContract.updateSite, { id: first, isDefault: false }));
    expect(error.issues[0]?.path).toBe('isDefault');
    expect(await defaultsOf(demoTenants.merchant)).toEqual([first]);
  });

  it('passes to another site when it is removed', async () => {
    const merchant = await server.as('merchant');
    const { id } = await merchant.call(sitesContract.createSite, { ...aSite, isDefault: true });
    expect(await defaultsOf(demoTenants.merchant)).toEqual([id]);
    await merchant.call(sitesContract.removeSites, { ids: [id] });
    expect(await defaultsOf(demoTenants.merchant)).toEqual([first]);
  });
});

describe('removing sites', () => {
  it('is refused while a device stands at one of them, and then nothing is removed', async () => {
    const merchant = await server.as('merchant');
    const busy = await merchant.call(sitesContract.createSite, { ...aSite, name: '有设备的场地' });
    const idle = await merchant.call(sitesContract.createSite, { ...aSite, name: '没有设备的场地' });
    await createTestDevice(server, { siteId: busy.id, code: 'CY-TEST-1', number: 1 });
    const error = await refusal(merchant.call(sitesContract.removeSites, { ids: [idle.id, busy.id] }));
    expect(error.status).toBe(409);
    expect(error.key).toBe('sites:error.hasDevices');
    expect(error.message).toContain('有设备的场地');
    const page = await merchant.call(sitesContract.listSites, { name: '有设备的场地' });
    expect(page.records.find((site) => site.id === busy.id)?.equipmentNumber).toBe(1);
    await merchant.call(sitesContract.readSite, { id: idle.id });
    const withDevices = await merchant.call(sitesContract.listUserSiteDevices, {});
    expect(withDevices.find((site) => site.fieldId === busy.id)).toMatchObject({
      equipmentList: [{ code: 'CY-TEST-1', number: 1 }],
      exchangeList: [],
    });
  });

  it('hides them everywhere but keeps their names for old records', async () => {
    const merchant = await server.as('merchant');
    const { id } = await merchant.call(sitesContract.createSite, { ...aSite, name: '将被删除' });
    const scope = tenantScope(demoTenants.merchant);
    const before = await countSites(server.services.db.read, scope);
    await merchant.call(sitesContract.removeSites, { ids: [id, id] });
    expect(await countSites(server.services.db.read, scope)).toBe(before - 1);
    expect((await refusal(merchant.call(sitesContract.readSite, { id }))).status).toBe(404);
    expect((await refusal(merchant.call(sitesContract.removeSites, { ids: [id] }))).status).toBe(404);
    expect((await siteNames(server.services.db.read, scope, [id])).get(id)).toBe('将被删除');
    await expect(assertSites(server.services.db.read, scope, [first, id])).rejects.toThrow(
      'sites:error.unknownSite',
    );
  });
});

describe('the state of a site for players', () => {
  it('is public, follows the switch and tells nothing else', async () => {
    const merchant = await server.as('merchant');
    expect(await nobody.call(sitesContract.readSiteState, { fieldId: first })).toMatchObject({
      ifEnable: 1,
      fieldName: '星光天地广场店',
    });
    await merchant.call(sitesContract.updateSite, { id: first, ifEnable: 0 });
    const closed = await nobody.call(sitesContract.readSiteState, { fieldId: first });
    expect(Object.keys(closed).sort()).toEqual(['fieldName', 'ifEnable', 'openingHours']);
    expect(closed.ifEnable).toBe(0);
    await merchant.call(sitesContract.updateSite, { id: first, ifEnable: 1 });
    expect((await nobody.call(sitesContract.readSiteState, { fieldId: first })).ifEnable).toBe(1);
  });

  it('of an unknown site is not found', async () => {
    expect((await refusal(nobody.call(sitesContract.readSiteState, { fieldId: unknown }))).status).toBe(404);
  });
});

describe('sites for other features', () => {
  it('are checked against the caller’s own sites', async () => {
    const { read } = server.services.db;
    const limited = tenantScope(demoTenants.merchant, [first]);
    await expect(assertSites(read, limited, [first])).resolves.toBeUndefined();
    await expect(assertSites(read, limited, [first, second])).rejects.toThrow('sites:error.unknownSite');
    await expect(assertSites(read, limited, [foreign])).rejects.toThrow('sites:error.unknownSite');
    expect(await countSites(read, limited)).toBe(1);
    expect([...(await siteNames(read, limited, [first, second, foreign])).keys()]).toEqual([first]);
  });
});

describe('the business categories', () => {
  it('come in the specification’s wrapper', async () => {
    const merchant = await server.as('merchant', 'en-us');
    const answer = await merchant.call(sitesContract.listBusinessCategories, {});
    expect(answer).toMatchObject({ result_code: 200, success: true });
    expect(answer.data).toHaveLength(11);
    expect(answer.data[0]).toMatchObject({ name: 'Catering', pcode: null });
    expect(answer.data[0]?.children?.[0]).toMatchObject({ pcode: answer.data[0]?.code, children: null });
  });
});
