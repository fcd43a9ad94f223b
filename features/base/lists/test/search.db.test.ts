import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { maxOfKind, type SearchKind, searchContract } from '../contract/search.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const merchant2 = staff('merchant2');
const franchisee = staff('franchisee');
/** sees machines, orders and sites, all of them at one site */
let limited: Client;
/** has a right, but none to anything that is searched for */
let stranger: Client;

const siteOfLimited = demoId('site:merchant:2');
const everything = ['devices.view', 'orders.view', 'sites.view'];

beforeAll(async () => {
  limited = (await hireStaff(server, merchant, everything, [siteOfLimited])).client;
  stranger = (await hireStaff(server, merchant, ['wallet.view'])).client;
});

const find = (client: Client, text: string) => client.call(searchContract.find, { text });
const hitsOf = async (client: Client, text: string, kind: SearchKind) =>
  (await find(client, text)).find((group) => group.kind === kind)?.hits ?? [];
const idsOf = async (client: Client, text: string, kind: SearchKind) =>
  (await hitsOf(client, text, kind)).map(({ id }) => id);

describe('machines', () => {
  it('are found by the code on their label, or the whole link in it, before anything else', async () => {
    const [first] = await find(merchant, 'https://example.test/index?equipmentId=CW10001');
    expect(first).toMatchObject({
      kind: 'machine',
      hits: [{ id: demoId('device:CW10001'), exact: true, path: expect.stringContaining('/machineSetting') }],
    });
    expect((await find(merchant, ' cw10001 '))[0]).toEqual(first);
  });

  it('of another merchant, of a site one does not work at or without the right are not found', async () => {
    const { records } = await merchant.call(fleetContract.listDevices, { size: 100 });
    const here = records.find(({ fieldId }) => fieldId === siteOfLimited)!;
    const elsewhere = records.find(({ fieldId }) => fieldId !== siteOfLimited)!;
    expect(await idsOf(limited, here.code, 'machine')).toEqual([here.equipmentId]);
    expect(await idsOf(limited, elsewhere.code, 'machine')).toEqual([]);
    expect(await idsOf(merchant2, here.code, 'machine')).toEqual([]);
    expect(await find(stranger, here.code)).toEqual([]);
    const own = await franchisee.call(fleetContract.listDevices, { size: 100 });
    const theirs = new Set(own.records.map(({ equipmentId }) => equipmentId));
    const notTheirs = records.find(({ equipmentId }) => !theirs.has(equipmentId))!;
    expect(await idsOf(franchisee, own.records[0]!.code, 'machine')).toEqual([own.records[0]!.equipmentId]);
    expect(await idsOf(franchisee, notTheirs.code, 'machine')).toEqual([]);
  });

  it('come in a handful, however many match', async () => {
    const { total } = await merchant.call(fleetContract.listDevices, { keyword: '1' });
    expect(total).toBeGreaterThan(maxOfKind);
    expect(await hitsOf(merchant, '1', 'machine')).toHaveLength(maxOfKind);
  });
});

describe('orders', () => {
  it('are found by their number, first when it is whole, and only by who may see them', async () => {
    const { records } = await merchant.call(ordersContract.listOrders, { size: 100 });
    const order = records.find(({ fieldId }) => fieldId && fieldId !== siteOfLimited)!;
    const [first] = await find(merchant, order.orderNumber);
    expect(first).toMatchObject({ kind: 'order', hits: [{ id: order.id, exact: true }] });
    expect((await hitsOf(merchant, order.orderNumber.slice(0, 8), 'order')).length).toBeGreaterThan(0);
    for (const other of [limited, merchant2, stranger])
      expect(await idsOf(other, order.orderNumber, 'order')).toEqual([]);
    const atSite = await limited.call(ordersContract.listOrders, { size: 20 });
    const { id, orderNumber } = atSite.records[0]!;
    expect(await idsOf(limited, orderNumber, 'order')).toEqual([id]);
    const own = await franchisee.call(ordersContract.listOrders, { size: 100 });
    const theirs = new Set(own.records.map((record) => record.id));
    const notTheirs = records.find((record) => !theirs.has(record.id))!;
    expect(await idsOf(franchisee, notTheirs.orderNumber, 'order')).toEqual([]);
  });

  it('are not listed for a few digits, which name half of them', async () => {
    expect(await idsOf(merchant, '2026', 'order')).toEqual([]);
  });
});

describe('members', () => {
  const phonesOf = async (having: ReturnType<typeof sql>) => {
    const found = await server.services.db.read.execute<{ phone: string; id: string }>(
      sql`select p.phone, p.id from player p join orders o on o.player_id = p.id
          where p.phone is not null group by p.id, p.phone having ${having} limit 1`,
    );
    return found[0];
  };

  it('are found by their phone where they have been, and nowhere else', async () => {
    const only = await phonesOf(
      sql`bool_or(o.tenant_id = ${demoTenants.merchant}) and not bool_or(o.tenant_id = ${demoTenants.merchant2})`,
    );
    expect(only).toBeDefined();
    expect(await idsOf(merchant, only!.phone, 'member')).toEqual([only!.id]);
    expect(await idsOf(merchant2, only!.phone, 'member')).toEqual([]);
    expect(await idsOf(stranger, only!.phone, 'member')).toEqual([]);
    // where nobody has ever been
    const { id: siteId } = await merchant.call(sitesContract.createSite, {
      name: '新开的店',
      type: 'mall',
      regionCode: '310115',
      address: '1 号',
      openingHours: [],
    });
    const { client } = await hireStaff(server, merchant, everything, [siteId]);
    expect(await idsOf(client, only!.phone, 'member')).toEqual([]);
  });

  it('are not given away by a part of it', async () => {
    expect(await idsOf(merchant, '138', 'member')).toEqual([]);
  });
});

it('sites are found by their name or address, those one works at', async () => {
  const { records } = await merchant.call(sitesContract.listSites, { size: 100 });
  const here = records.find(({ id }) => id === siteOfLimited)!;
  const elsewhere = records.find(({ id }) => id !== siteOfLimited)!;
  expect(await hitsOf(merchant, here.name, 'site')).toMatchObject([
    { id: here.id, path: `/edittfaddress?id=${here.id}` },
  ]);
  // who may not change it is led to the list
  expect((await hitsOf(limited, here.name, 'site')).map(({ path }) => path)).toEqual([
    `/tfaddress?name=${encodeURIComponent(here.name)}`,
  ]);
  expect(await idsOf(limited, elsewhere.name, 'site')).toEqual([]);
  expect(await idsOf(merchant2, here.name, 'site')).toEqual([]);
  expect(await idsOf(stranger, here.name, 'site')).toEqual([]);
  const own = await franchisee.call(sitesContract.listSites, { size: 100 });
  const theirs = new Set(own.records.map(({ id }) => id));
  const notTheirs = records.find(({ id }) => !theirs.has(id))!;
  expect(await idsOf(franchisee, notTheirs.name, 'site')).toEqual([]);
});

describe('people', () => {
  it('staff and franchisees are found in the own organisation by who may see them', async () => {
    expect(await idsOf(merchant, 'clerk', 'staff')).toEqual([demoId('user:clerk')]);
    expect(await idsOf(merchant, 'franchisee', 'franchisee')).toEqual([demoId('user:franchisee')]);
    for (const other of [
      merchant2,
      franchisee,
      limited,
      await server.as('clerk'),
      await server.as('agent'),
    ]) {
      expect(await idsOf(other, 'clerk', 'staff')).toEqual([]);
      expect(await idsOf(other, 'franchisee', 'franchisee')).toEqual([]);
    }
  });

  it('agents are found by the platform and by those above them, never by merchants', async () => {
    const admin = await server.as('admin');
    const [agent] = await admin.call(partnersContract.listAgents, {});
    expect(await idsOf(admin, agent!.name, 'agent')).toContain(agent!.id);
    expect((await hitsOf(admin, agent!.id, 'agent'))[0]).toMatchObject({ id: agent!.id, exact: true });
    expect(await idsOf(merchant, agent!.name, 'agent')).toEqual([]);
    const own = await (await server.as('agent')).call(partnersContract.listAgents, {});
    const reach = JSON.stringify(own);
    for (const id of await idsOf(await server.as('agent'), agent!.name, 'agent')) expect(reach).toContain(id);
  });
});

it('merchants are found by the platform and the agents above them', async () => {
  const [admin, agent] = [await server.as('admin'), await server.as('agent')];
  const all = await admin.call(partnersContract.agentMerchants, { size: 100 });
  const own = await agent.call(partnersContract.agentMerchants, { size: 100 });
  const theirs = own.records[0]!;
  expect(await idsOf(admin, theirs.name, 'merchant')).toContain(theirs.id);
  expect(await idsOf(agent, theirs.name, 'merchant')).toContain(theirs.id);
  const reach = new Set(own.records.map(({ id }) => id));
  for (const { name } of all.records)
    for (const id of await idsOf(agent, name, 'merchant')) expect(reach).toContain(id);
  expect(await idsOf(merchant, theirs.name, 'merchant')).toEqual([]);
});

it('help is found by everybody, in words of the page', async () => {
  const [found] = await hitsOf(await server.as('clerk'), '补货', 'article');
  expect(found).toMatchObject({
    path: expect.stringMatching(/^\/(operation_manual|tutorial|moreQuestion|introduce|productDynamics)\?/),
  });
});

it('signs of a pattern are letters like any other', async () => {
  expect(await find(merchant, '%%%')).toEqual([]);
  await expect(find(merchant, ' ')).rejects.toMatchObject({ status: 400 });
});
