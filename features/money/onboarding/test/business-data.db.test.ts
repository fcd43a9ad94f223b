import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { auditEntries } from '#kit/server/audit.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { onboardingContract as calls } from '../contract.ts';
import { boundCards, collectingNumber, verifiedPerson } from '../server/public.ts';
import { company, sendPhoto } from './papers.ts';

const { server, staff } = testServer();
const admin = staff('admin');
const agent = staff('agent');

const read = (client: Client) => client.call(calls.readBusinessData, {});

async function lastLog(action: string) {
  const entry = rows(platformScope, auditEntries);
  const [found] = await server.services.db.read
    .select()
    .from(entry)
    .where(eq(entry.action, action))
    .orderBy(desc(entry.createdAt), desc(entry.id))
    .limit(1);
  return found;
}

describe('the demo', () => {
  it('has one that passed with a card, one that waits and one that was rejected', async () => {
    expect(await read(await server.as('merchant', 'zh-cn'))).toMatchObject({
      state: 'passed',
      verifiedName: '陈立新',
      idCardMasked: '330***********001X',
      cardMasked: '6222***********0018',
      businessCategoryName: '休闲娱乐 / 电玩城',
      changed: false,
    });
    expect(await read(await server.as('merchant2'))).toMatchObject({ state: 'untreated', editable: false });
    expect(await read(await server.logIn('candybox'))).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('模糊'),
      editable: true,
    });
    const { db, services } = { db: server.services.db.read, services: server.services };
    const merchant = { kind: 'tenant', tenantId: demoTenants.merchant, siteIds: null } as const;
    expect(await boundCards(db, services, merchant, demoId('user:merchant'))).toMatchObject([
      { bankName: '中国工商银行', holder: '陈立新', maskedNumber: '6222***********0018', isDefault: true },
    ]);
    expect(await verifiedPerson(db, demoTenants.merchant)).toMatchObject({ name: '陈立新', state: 'passed' });
    expect(await verifiedPerson(db, demoTenants.merchant2)).toBeUndefined();
    // a franchisee is a separate person
    expect(await verifiedPerson(db, demoTenants.merchant, demoId('user:franchisee'))).toBeUndefined();
    expect(await boundCards(db, services, merchant, demoId('user:franchisee'))).toEqual([]);
  });
});

describe('filling in', () => {
  it('is saved step by step and says what is wrong at once', async () => {
    expect(await read(agent)).toMatchObject({ state: 'none', editable: true, kind: null });
    await agent.call(calls.saveBusinessData, { kind: 'company', idCardName: '方小川' });
    expect(await read(agent)).toMatchObject({ state: 'draft', kind: 'company', idCardName: '方小川' });
    for (const [input, path] of [
      [{ idCardNumber: '330106198808080056' }, 'idCardNumber'],
      [{ licenceNumber: '91330106MA0000003D' }, 'licenceNumber'],
      [{ regionCode: '999999' }, 'regionCode'],
      [{ businessCategoryCode: 101 }, 'businessCategoryCode'],
      [{ bankCode: 'NOBANK' }, 'bankCode'],
      [{ contactPhone: '123' }, 'contactPhone'],
      [{ cardNumber: 'abc' }, 'cardNumber'],
    ] as const)
      await expect(agent.call(calls.saveBusinessData, input)).rejects.toMatchObject({
        status: 400,
        issues: [expect.objectContaining({ path })],
      });
    await agent.call(calls.saveBusinessData, { contactEmail: 'a@example.com' });
    await agent.call(calls.saveBusinessData, { clear: ['contactEmail'] });
    expect(await read(agent)).toMatchObject({ contactEmail: '' });
  });

  it('names everything that is missing when it is handed in, by kind of subject', async () => {
    const missing = async (kind: 'person' | 'individual' | 'company') => {
      const found = await agent
        .call(calls.saveBusinessData, { kind, submit: true })
        .catch((error: { issues: { path: string }[] }) => error.issues.map(({ path }) => path));
      return found as string[];
    };
    const forPerson = await missing('person');
    expect(forPerson).toContain('photos.idHandheld');
    expect(forPerson).not.toContain('licenceNumber');
    const forCompany = await missing('company');
    expect(forCompany).toEqual(
      expect.arrayContaining(['licenceNumber', 'contactEmail', 'photos.licence', 'photos.storeInside']),
    );
    expect(forCompany).not.toContain('photos.idHandheld');
    expect((await read(agent)).state).toBe('draft');
  });

  it('compares names and the account with who is audited', async () => {
    const account = 'ningbo';
    const client = await server.logIn(account);
    for (const kind of ['idFront', 'idBack', 'licence', 'storeFront', 'storeInside'] as const)
      await sendPhoto(server, account, kind);
    const wrong = async (changes: object) =>
      client
        .call(calls.saveBusinessData, { ...company, ...changes, submit: true })
        .catch((error: { issues: { path: string; key: string }[] }) =>
          error.issues.map(({ path, key }) => [path, key]),
        );
    expect(await wrong({ accountName: '方小川' })).toEqual([
      ['accountName', 'onboarding:error.accountName.corporate'],
    ]);
    expect(await wrong({ legalPerson: '别人' })).toEqual([['legalPerson', 'onboarding:error.legalPerson']]);
    expect(await wrong({ accountType: 'private', accountName: '方小川' })).toEqual([
      ['cardNumber', 'onboarding:error.cardNumber'],
    ]);
    expect(await wrong({ kind: 'person' })).toEqual(
      expect.arrayContaining([['accountType', 'onboarding:error.personalAccountOnly']]),
    );
    // a refused call changes nothing
    expect((await read(client)).state).toBe('none');
  });
});

describe('products and the channel', () => {
  it('are states of the data and of what the platform has', async () => {
    const states = async (account: string) => {
      const { products } = await (await server.logIn(account)).call(calls.readProducts, {});
      return products.map(({ state }) => state);
    };
    expect(await states('merchant')).toEqual(['open', 'open', 'open', 'open']);
    expect(await states('merchant2')).toEqual(['reviewing', 'reviewing', 'reviewing', 'reviewing']);
    expect(await states('candybox')).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  });

  it('is switched by the owner, after passing, with its own number, and logged', async () => {
    const merchant = await server.as('merchant');
    const own = (client: Client) => refusalOf(client.call(calls.switchChannel, { channel: 'own' }));
    const { db } = server.services;
    const number = (platform: 'wechat' | 'alipay') =>
      collectingNumber(db.read, server.services, demoTenants.merchant, platform);
    await db.raw`update collecting_channel set wechat_sub_merchant = null, alipay_sub_merchant = null
      where tenant_id = ${demoTenants.merchant}`;
    expect(await own(await server.as('merchant2'))).toBe('onboarding:error.notPassed');
    expect(await own(merchant)).toBe('onboarding:error.noSubMerchant');
    expect(await own(await server.as('clerk'))).toBe('kit:error.noPermission');
    expect(await own(await server.as('agent'))).toBe('onboarding:error.ownerOnly');
    await merchant.call(calls.saveBusinessData, { address: '文三路 509 号' });
    const { id } = await merchant.call(calls.saveBusinessData, { submit: true });
    await admin.call(calls.takeSubmission, { id: id! });
    await admin.call(calls.decideSubmission, { id: id!, passed: true, wechatSubMerchant: '1900000109' });
    expect(await number('wechat')).toBeNull();
    expect(await own(merchant)).toBe('done');
    expect(await number('wechat')).toBe('1900000109');
    // at Alipay it has none: the platform collects there
    expect(await number('alipay')).toBeNull();
    expect(await lastLog('onboarding.switchChannel')).toMatchObject({
      tenantId: demoTenants.merchant,
      before: { channel: 'platform' },
      after: { channel: 'own' },
    });
    await merchant.call(calls.switchChannel, { channel: 'platform' });
    await expect(merchant.call(calls.readProducts, { id: newId() })).rejects.toMatchObject({ status: 404 });
    expect(await merchant.call(calls.readProducts, {})).toMatchObject({
      channel: 'platform',
      wechatSubMerchant: '1900000109',
      maySwitch: true,
    });
    // the account that passed was bound before: it is not bound twice
    expect((await merchant.call(calls.listCards, {})).cards).toHaveLength(1);
  });
});
