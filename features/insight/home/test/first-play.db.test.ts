/** The facts behind the first steps: each false before and true after, one's own and nobody else's. */

import { beforeAll, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { codeOn } from '#features/base/accounts/test/support.ts';
import { partnersContract } from '#features/base/partners/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { devicesContract } from '#features/machines/devices/contract.ts';
import {
  answerCommand,
  createTestDevice,
  type TestDevice,
} from '#features/machines/devices/test/test-device.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { findPayments } from '#features/money/payments/server/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { demoPeople } from '#providers/demo-people.ts';

const { readFirstMachine, noteLabels, listFreeMachines } = fleetContract;

const { server } = testServer();
/** registered a moment ago */
let owner: Client;
/** … on the same day, and does nothing */
let other: Client;
let tenantId: string;
let site: string;
let secondSite: string;
let machine: TestDevice;
let equipmentId: string;

async function newMerchant(phone: string): Promise<{ client: Client; tenantId: string }> {
  const nobody = await server.as(undefined);
  await nobody.call(accountsContract.sendCode, { phone, type: 'register' });
  const made = await nobody.call(partnersContract.registerMerchant, {
    phone,
    code: await codeOn(server, phone),
    password: server.encrypt(demoPassword),
  });
  return { client: await server.logIn(made.account), tenantId: made.tenantId };
}

beforeAll(async () => {
  ({ client: owner, tenantId } = await newMerchant('19900000001'));
  ({ client: other } = await newMerchant('19900000002'));
});

const addSite = async (name: string) =>
  (
    await owner.call(sitesContract.createSite, {
      name,
      type: 'arcade',
      regionCode: '330106',
      address: '文三路 508 号',
    })
  ).id;
const played = async (client: Client) => (await client.call(ordersContract.readFirstPlay, {})).played;
const machineOf = (client: Client) => client.call(readFirstMachine, {});
const canBePaid = async (client: Client) =>
  (await client.call(onboardingContract.readProducts, {})).playersCanPay;
const nothing = { machine: null, heard: false, priced: false, labelled: false };

/** A player at the machine; what the simulated WeChat makes of it, once it is paid there. */
async function payAtMachine(): Promise<void> {
  const player = await server.asPlayer('林小雨');
  const { orderId } = await player.call(ordersContract.payForDevice, { equipmentId: machine.code });
  const [payment] = await findPayments(server.services.db.read, tenantId, { kind: 'order', id: orderId });
  const { wechat } = server.services.demoPay;
  const openId = demoPeople.find(({ name }) => name === '林小雨')?.openId as string;
  wechat?.control.pay(payment?.outTradeNo as string, { openId });
  await wechat?.control.flushNotices();
}

describe('a new merchant', () => {
  it('has nothing', async () => {
    expect(await owner.call(sitesContract.countUserSiteDevices, {})).toEqual([]);
    expect(await machineOf(owner)).toEqual(nothing);
    expect(await canBePaid(owner)).toBe(false);
    expect(await played(owner)).toBe(false);
  });

  it('has a site once it made one', async () => {
    site = await addSite('One');
    secondSite = await addSite('Two');
    expect(await owner.call(sitesContract.countUserSiteDevices, {})).toHaveLength(2);
  });

  it('has a machine once it claimed one, which has a price only when one was said', async () => {
    machine = await createTestDevice(server, { claimed: false });
    ({ equipmentId } = await owner.call(fleetContract.registerDevice, {
      type: 'claw',
      code: machine.code,
      claimPin: '246810',
      fieldId: site,
    }));
    expect(await machineOf(owner)).toEqual({
      machine: {
        equipmentId,
        equipmentNo: 1,
        equipmentName: null,
        code: machine.code,
        playPath: expect.stringMatching(/^\/index\?equipmentId=TEST\d+&s=[\w-]{10}$/),
        type: 'claw',
      },
      heard: false,
      priced: false,
      labelled: false,
    });
  });

  it('does not count a machine without a controller: nothing can be steered there', async () => {
    await owner.call(fleetContract.registerDevice, {
      type: 'claw',
      controlled: false,
      fieldId: site,
      priceFen: 100,
    });
    expect(await machineOf(owner)).toMatchObject({ machine: { equipmentId }, priced: false });
  });

  it('has a machine that is connected once it spoke, and that stays a fact when it goes', async () => {
    await machine.say('hello', machine.hello('first'));
    expect(await machineOf(owner)).toMatchObject({ heard: true });
    await machine.say('offline', { session: 'first', reason: 'shutdown' });
    expect(await machineOf(owner)).toMatchObject({ heard: true });
    await machine.say('hello', machine.hello('second'));
  });

  it('has a price once the machine has one', async () => {
    await server.services.db.raw`update device set price_fen = 300 where id = ${equipmentId}`;
    expect(await machineOf(owner)).toMatchObject({ priced: true });
  });

  it('has a label once one was made, which the operation log says', async () => {
    await owner.call(noteLabels, { ids: [equipmentId] });
    expect(await machineOf(owner)).toMatchObject({ labelled: true });
    const [entry] = await server.services.db.raw`
      select action, site_id as "siteId" from audit_entry
      where tenant_id = ${tenantId} and entity_id = ${equipmentId} and action = 'devices.label'`;
    expect(entry).toEqual({ action: 'devices.label', siteId: site });
  });

  it('can not be paid by phone before its papers passed, and in a demo samples do', async () => {
    expect((await refusal(payAtMachine())).key).toBe('onboarding:error.closed.wechatPay');
    await owner.call(onboardingContract.handInSamplePapers, {});
    expect(await canBePaid(owner)).toBe(true);
    expect(await owner.call(onboardingContract.readBusinessData, {})).toMatchObject({
      state: 'passed',
      verifiedName: '示例商户',
    });
    expect((await refusal(owner.call(onboardingContract.handInSamplePapers, {}))).key).toBe(
      'onboarding:error.alreadyPassed',
    );
  });

  it('has played when the machine has given what was paid for, and not before', async () => {
    await payAtMachine();
    expect(await played(owner)).toBe(false);
    await answerCommand(server, machine, { state: 'done', asked: 1, counted: 1 });
    await expect.poll(() => played(owner), soon).toBe(true);
  });
});

describe('what belongs to somebody else', () => {
  it('is nothing to another merchant', async () => {
    expect(await other.call(sitesContract.countUserSiteDevices, {})).toEqual([]);
    expect(await machineOf(other)).toEqual(nothing);
    expect(await canBePaid(other)).toBe(false);
    expect(await played(other)).toBe(false);
    expect((await refusal(other.call(noteLabels, { ids: [equipmentId] }))).status).toBe(404);
  });

  it('is nothing to a clerk of another site, but a clerk of this one has all of it', async () => {
    const rights = ['devices.view'];
    const { client: elsewhere } = await hireStaff(server, owner, rights, [secondSite]);
    expect(await machineOf(elsewhere)).toEqual(nothing);
    expect(await played(elsewhere)).toBe(false);
    expect((await refusal(elsewhere.call(noteLabels, { ids: [equipmentId] }))).status).toBe(404);
    const { client: here } = await hireStaff(server, owner, rights, [site]);
    expect(await machineOf(here)).toMatchObject({ machine: { equipmentId }, heard: true, labelled: true });
    expect(await played(here)).toBe(true);
  });
});

describe('the free machines of a demo', () => {
  it('are those that it plays and nobody has, connected ones first, each with a pin that opens it', async () => {
    const [free] = await server.services.db.raw<{ code: string }[]>`
      update device_identity set last_seen_at = ${server.clock.now().toISOString()} where code = 'LT20001' returning code`;
    const list = await other.call(listFreeMachines, {});
    expect(list[0]).toMatchObject({ code: free?.code, type: 'lottery', online: true });
    expect(list.slice(1).every(({ online }) => !online)).toBe(true);
    const { code, claimPin, type } = list[0]!;
    const fieldId = site;
    await owner.call(fleetContract.registerDevice, { code, claimPin, type, fieldId });
    expect((await other.call(listFreeMachines, {})).map((one) => one.code)).not.toContain(code);
  });

  it('are never machines that were made later, and never shown to who may register none', async () => {
    const admin = await server.as('admin');
    const [made] = await admin.call(devicesContract.produceIdentities, {
      type: 'claw',
      model: 'CY-C2',
      count: 1,
    });
    const codes = (await other.call(listFreeMachines, {})).map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes).not.toContain(made?.code);
    const { client: viewer } = await hireStaff(server, owner, ['devices.view']);
    expect((await refusal(viewer.call(listFreeMachines, {}))).status).toBe(403);
  });
});
