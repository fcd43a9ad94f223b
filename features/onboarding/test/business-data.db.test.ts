import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemMessages } from '#features/content/tables.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { auditEntries } from '#kit/server/audit.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { onboardingContract as calls } from '../contract.ts';
import { boundCards, collectingChannel, verifiedPerson } from '../server/public.ts';
import { company, handIn, logIn, person, refusalOf, sendPhoto } from './papers.ts';

let server: TestServer;
let admin: Client;
let agent: Client;
const agentTenant = demoTenants.agent;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  agent = await server.as('agent');
});
afterAll(() => server.close());

const read = (client: Client) => client.call(calls.readBusinessData, {});
const attempts = 50;
const manyTimes = (act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: attempts }, () => refusalOf(act())));

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
    expect(await read(await logIn(server, 'candybox'))).toMatchObject({
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
    // a franchisee is a person of its own
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
    const client = await logIn(server, account);
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

describe('an audit', () => {
  let id: string;

  it('begins with one submission, however often it is handed in at once', async () => {
    id = await handIn(server, 'agent', { ...person, registeredName: '改主意前填的名称' });
    expect(await admin.call(calls.readSubmission, { id })).toMatchObject({
      kind: 'person',
      registeredName: '',
    });
    const again = await manyTimes(() => agent.call(calls.saveBusinessData, { submit: true }));
    expect(new Set(again)).toEqual(new Set(['onboarding:error.underReview']));
    const suzhou = await logIn(server, 'suzhou');
    for (const kind of ['idFront', 'idBack', 'idHandheld'] as const) await sendPhoto(server, 'suzhou', kind);
    const race = await manyTimes(() => suzhou.call(calls.saveBusinessData, { ...person, submit: true }));
    expect(race.filter((key) => key === 'done')).toHaveLength(1);
    expect(await refusalOf(agent.call(calls.saveBusinessData, { address: '别处' }))).toBe(
      'onboarding:error.underReview',
    );
    expect((await sendPhoto(server, 'agent', 'idFront')).error?.key).toBe('onboarding:error.underReview');
  });

  it('can be taken back until it has begun, and handed in again', async () => {
    await agent.call(calls.recallBusinessData, { ids: [id] });
    expect(await read(agent)).toMatchObject({ state: 'draft', editable: true });
    expect(await refusalOf(agent.call(calls.recallBusinessData, { ids: [id] }))).toBe(
      'onboarding:error.notRecallable',
    );
    const merchant = await server.as('merchant');
    expect(await refusalOf(merchant.call(calls.recallBusinessData, { ids: [id] }))).toBe(
      'kit:error.notFound',
    );
    const { id: next } = await agent.call(calls.saveBusinessData, { submit: true });
    id = next!;
    const { history } = await agent.call(calls.readAudit, {});
    expect(history.map(({ state }) => state)).toEqual(['untreated', 'recalled']);
  });

  it('is taken by one of many who try, and seen in the queue', async () => {
    const listed = await admin.call(calls.listSubmissions, { keyword: '华东', state: 'untreated' });
    expect(listed.records).toMatchObject([{ id, tenantId: agentTenant, idCardName: '方小川' }]);
    const race = await manyTimes(() => admin.call(calls.takeSubmission, { id }));
    expect(race.filter((key) => key === 'done')).toHaveLength(1);
    expect(new Set(race)).toEqual(new Set(['done', 'onboarding:error.alreadyTaken']));
    expect(await refusalOf(agent.call(calls.recallBusinessData, { ids: [id] }))).toBe(
      'onboarding:error.notRecallable',
    );
    expect(await read(agent)).toMatchObject({ state: 'processing' });
  });

  it('is decided by who took it only', async () => {
    const somebody = newId();
    const give = (to: string) =>
      server.services.db.raw`update business_submission set auditor_id = ${to} where id = ${id}`;
    await give(somebody);
    expect(await refusalOf(admin.call(calls.decideSubmission, { id, passed: true }))).toBe(
      'onboarding:error.notYours',
    );
    await admin.call(calls.releaseSubmission, { id });
    expect(await read(agent)).toMatchObject({ state: 'untreated' });
    expect(await refusalOf(admin.call(calls.releaseSubmission, { id }))).toBe(
      'onboarding:error.notProcessing',
    );
    await admin.call(calls.takeSubmission, { id });
    expect(await refusalOf(admin.call(calls.decideSubmission, { id, passed: false }))).toBe(
      'onboarding:error.reasonNeeded',
    );
  });

  it('ends once of many tries at once, and the organisation is told', async () => {
    const decisions = await Promise.all(
      Array.from({ length: attempts }, (_, index) =>
        refusalOf(admin.call(calls.decideSubmission, { id, passed: index % 2 === 0, reason: '照片不清楚' })),
      ),
    );
    expect(decisions.filter((key) => key === 'done')).toHaveLength(1);
    const { state } = await read(agent);
    expect(['passed', 'rejected']).toContain(state);
    const message = systemMessages;
    const told = await server.services.db.read
      .select()
      .from(message)
      .where(and(eq(message.audienceTenantId, agentTenant), eq(message.link, '/authentication')));
    expect(told).toHaveLength(1);
    expect(told[0]?.titleZh).toBe(state === 'passed' ? '实名认证已通过' : '实名认证未通过');
  });
});

describe('the end of an audit', () => {
  const suzhouTenant = '100004';
  const take = async () => {
    const { records } = await admin.call(calls.listSubmissions, {
      keyword: suzhouTenant,
      state: 'untreated',
    });
    const { id } = records[0]!;
    await admin.call(calls.takeSubmission, { id });
    return id;
  };

  it('rejected says why, corrected it passes, and its account becomes a bank card', async () => {
    const suzhou = await logIn(server, 'suzhou');
    const first = await take();
    await admin.call(calls.decideSubmission, { id: first, passed: false, reason: '手持照片模糊' });
    expect(await read(suzhou)).toMatchObject({ state: 'rejected', reason: '手持照片模糊', editable: true });
    expect(await verifiedPerson(server.services.db.read, suzhouTenant)).toBeUndefined();
    await sendPhoto(server, 'suzhou', 'idHandheld');
    await suzhou.call(calls.saveBusinessData, { submit: true });
    await admin.call(calls.decideSubmission, { id: await take(), passed: true });
    expect(await read(suzhou)).toMatchObject({ state: 'passed', verifiedName: '方小川' });
    expect(await suzhou.call(calls.listCards, {})).toMatchObject({
      verifiedName: '方小川',
      cards: [{ bankCode: 'ICBC', isDefault: true, holderName: '方小川', cardMasked: '6222***********7773' }],
    });
  });

  it('what passed stays in force while a change of it is under review or rejected', async () => {
    const suzhou = await logIn(server, 'suzhou');
    await suzhou.call(calls.saveBusinessData, { idCardName: '方大川', accountName: '方大川' });
    expect(await read(suzhou)).toMatchObject({ state: 'passed', changed: true, verifiedName: '方小川' });
    await suzhou.call(calls.saveBusinessData, { submit: true });
    expect(await read(suzhou)).toMatchObject({ state: 'untreated', verifiedName: '方小川' });
    await admin.call(calls.decideSubmission, { id: await take(), passed: false, reason: '姓名不符' });
    expect(await verifiedPerson(server.services.db.read, suzhouTenant)).toMatchObject({ name: '方小川' });
    const { history } = await suzhou.call(calls.readAudit, {});
    expect(history.map(({ state }) => state)).toEqual(['rejected', 'passed', 'rejected']);
    expect((await suzhou.call(calls.readProducts, {})).products).toEqual([
      { product: 'transfer', state: 'open' },
    ]);
  });
});

describe('products and the channel', () => {
  it('are states of the data and of what the platform has', async () => {
    const states = async (account: string) => {
      const { products } = await (await logIn(server, account)).call(calls.readProducts, {});
      return products.map(({ state }) => state);
    };
    expect(await states('merchant')).toEqual(['open', 'open', 'open', 'open']);
    expect(await states('merchant2')).toEqual(['reviewing', 'reviewing', 'reviewing', 'reviewing']);
    expect(await states('candybox')).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  });

  it('is switched by the owner, after passing, with a number of its own, and logged', async () => {
    const merchant = await server.as('merchant');
    const own = (client: Client) => refusalOf(client.call(calls.switchChannel, { channel: 'own' }));
    expect(await own(await server.as('merchant2'))).toBe('onboarding:error.notPassed');
    expect(await own(merchant)).toBe('onboarding:error.noSubMerchant');
    expect(await own(await server.as('clerk'))).toBe('kit:error.noPermission');
    expect(await own(await server.as('agent'))).toBe('onboarding:error.ownerOnly');
    await merchant.call(calls.saveBusinessData, { address: '文三路 509 号' });
    const { id } = await merchant.call(calls.saveBusinessData, { submit: true });
    await admin.call(calls.takeSubmission, { id: id! });
    await admin.call(calls.decideSubmission, { id: id!, passed: true, wechatSubMerchant: '1900000109' });
    expect(await collectingChannel(server.services.db.read, demoTenants.merchant)).toBe('platform');
    expect(await own(merchant)).toBe('done');
    expect(await collectingChannel(server.services.db.read, demoTenants.merchant)).toBe('own');
    expect(await lastLog('onboarding.switchChannel')).toMatchObject({
      tenantId: demoTenants.merchant,
      before: { channel: 'platform' },
      after: { channel: 'own' },
    });
    await merchant.call(calls.switchChannel, { channel: 'platform' });
    expect(await merchant.call(calls.readProducts, {})).toMatchObject({
      channel: 'platform',
      wechatSubMerchant: '1900000109',
      maySwitch: true,
    });
    // the account that passed was bound before: it is not bound twice
    expect((await merchant.call(calls.listCards, {})).cards).toHaveLength(1);
  });
});
