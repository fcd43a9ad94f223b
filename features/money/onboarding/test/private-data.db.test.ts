import { buffer } from 'node:stream/consumers';
import { eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { auditEntries } from '#kit/server/audit.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { onboardingContract as calls } from '../contract.ts';
import { openCard } from '../server/public.ts';
import { businessPhotos } from '../tables.ts';
import {
  handIn,
  hiddenText,
  lookAtPhoto,
  numbers,
  passPapers,
  person,
  picture,
  proofOf,
  sendPhoto,
} from './papers.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const agent = staff('agent');
let submission: string;

beforeAll(async () => {
  submission = await handIn(server, 'agent', person);
});

const lines = async (action: string) => {
  const entry = rows(platformScope, auditEntries);
  return server.services.db.read.select().from(entry).where(eq(entry.action, action));
};

async function storedPhotos(tenantId: string) {
  const photo = rows(platformScope, businessPhotos);
  return server.services.db.read.select().from(photo).where(eq(photo.tenantId, tenantId));
}

describe('at rest', () => {
  it('no table holds a whole number in clear', async () => {
    const tables = ['business_draft', 'business_submission', 'bank_card', 'business_photo', 'outbox'];
    for (const table of tables) {
      const dumped = await server.services.db.raw.unsafe(
        `select row_to_json(t)::text as row from ${table} t`,
      );
      const text = JSON.stringify(dumped);
      expect(dumped.length).toBeGreaterThan(0);
      for (const secret of [numbers.idCard, numbers.card, '33010619850101001X', '6222020000000000018'])
        expect(text).not.toContain(secret);
    }
  });

  it('stored photos are sealed: no picture, no text of one, not served publicly', async () => {
    const photos = await storedPhotos(demoTenants.agent);
    expect(photos).toHaveLength(3);
    for (const photo of photos) {
      const object = await server.services.storage.open(photo.storageKey);
      const bytes = await buffer(object!.body);
      expect(bytes.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      expect(bytes.includes('JFIF')).toBe(false);
      expect(bytes.includes(hiddenText)).toBe(false);
      const answer = await server.app.inject({ url: `/files/${photo.storageKey}` });
      expect(answer.headers['content-type']).not.toContain('image/');
    }
  });
});

describe('a look at a photo', () => {
  it('shows it encoded again, without keeping it, and is logged with its reason', async () => {
    const [photo] = await storedPhotos(demoTenants.agent);
    const answer = await lookAtPhoto(server, 'agent', photo!.id, '核对后重拍');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(answer.rawPayload.includes(hiddenText)).toBe(false);
    const before = await lines('onboarding.lookAtPhoto');
    expect(before).toMatchObject([
      { tenantId: demoTenants.agent, account: 'agent', entityId: photo!.id, after: { reason: '核对后重拍' } },
    ]);
    // the platform's look stands in the log of whom it looked at
    expect((await lookAtPhoto(server, 'admin', photo!.id)).statusCode).toBe(200);
    expect(await lines('onboarding.lookAtPhoto')).toMatchObject([
      {},
      { tenantId: demoTenants.agent, account: 'admin' },
    ]);
  });

  it('is refused to others, to clerks and without a reason, and then not logged', async () => {
    const [photo] = await storedPhotos(demoTenants.agent);
    const before = (await lines('onboarding.lookAtPhoto')).length;
    expect((await lookAtPhoto(server, 'merchant', photo!.id)).statusCode).toBe(404);
    expect((await lookAtPhoto(server, 'clerk', photo!.id)).statusCode).toBe(403);
    expect((await lookAtPhoto(server, 'agent', photo!.id, ' ')).statusCode).toBe(400);
    expect((await lookAtPhoto(server, 'agent', demoId('no photo'))).statusCode).toBe(404);
    expect(await lines('onboarding.lookAtPhoto')).toHaveLength(before);
  });
});

describe('a look at a number', () => {
  it('answers it, logged each time', async () => {
    const look = (client: Client, field: 'idCard' | 'card') =>
      client.call(calls.revealNumber, { id: submission, field, reason: '填写合同' });
    expect(await look(agent, 'idCard')).toEqual({ value: numbers.idCard });
    expect(await look(await server.as('admin'), 'card')).toEqual({ value: numbers.card });
    expect(await lines('onboarding.lookAtIdCard')).toMatchObject([
      { tenantId: demoTenants.agent, account: 'agent', after: { reason: '填写合同' } },
    ]);
    expect(await lines('onboarding.lookAtCard')).toMatchObject([
      { tenantId: demoTenants.agent, account: 'admin' },
    ]);
  });

  it('is refused to other tenants and to clerks', async () => {
    const look = (client: Client, id: string, field: 'idCard' | 'bankCard') =>
      refusalOf(client.call(calls.revealNumber, { id, field, reason: '好奇一下' }));
    expect(await look(merchant, submission, 'idCard')).toBe('kit:error.notFound');
    expect(await look(await server.as('clerk'), submission, 'idCard')).toBe('kit:error.noPermission');
    const [card] = (await merchant.call(calls.listCards, {})).cards;
    expect(await look(agent, card!.id, 'bankCard')).toBe('kit:error.notFound');
    expect(await look(await server.as('franchisee'), card!.id, 'bankCard')).toBe('kit:error.notFound');
    expect(await look(merchant, card!.id, 'bankCard')).toBe('done');
  });

  it('a franchisee with the right reaches its own papers and nothing of the organisation', async () => {
    await merchant.call(teamContract.saveRole, {
      id: demoId(`role:${demoTenants.merchant}:franchisee`),
      roleName: '加盟商',
      permissions: ['onboarding.view', 'onboarding.edit', 'onboarding.reveal'],
    });
    const partner = await server.logIn('franchisee');
    const [organisations] = (await merchant.call(calls.listCards, {})).cards;
    expect((await partner.call(calls.listCards, {})).cards).toEqual([]);
    expect(
      await refusalOf(
        partner.call(calls.revealNumber, { id: organisations!.id, field: 'bankCard', reason: '看看' }),
      ),
    ).toBe('kit:error.notFound');
    expect(await refusalOf(partner.call(calls.unbindCards, { ids: [organisations!.id] }))).toBe(
      'kit:error.notFound',
    );
    const [photo] = await storedPhotos(demoTenants.merchant);
    expect((await lookAtPhoto(server, 'franchisee', photo!.id)).statusCode).toBe(404);
    expect(await refusalOf(partner.call(calls.readBusinessData, { userId: demoId('user:merchant') }))).toBe(
      'kit:error.notFound',
    );
    await passPapers(server, 'franchisee');
    const { user_id } = await server.login('franchisee');
    const seen = await merchant.call(calls.listCards, { userId: user_id as string });
    expect(seen).toMatchObject({ editable: false, cards: [{ bankCode: 'ICBC' }] });
    expect(await refusalOf(merchant.call(calls.unbindCards, { ids: [seen.cards[0]!.id] }))).toBe(
      'kit:error.notFound',
    );
  });

  it('for a payout is logged as such, and unbound cards can still be paid to', async () => {
    const { id } = await merchant.call(calls.bindCard, {
      holderName: '陈立新',
      bankCode: 'CCB',
      branchName: '杭州支行',
      cardNumber: numbers.cards[1],
      ...(await proofOf(server, 'merchant')),
    });
    await merchant.call(calls.unbindCards, { ids: [id] });
    const { services } = server;
    const session = {
      kind: 'staff',
      sessionId: 'x',
      userId: demoId('user:admin'),
      tenantId: demoTenants.platform,
      realm: 'platform',
      userType: 1,
      account: 'admin',
      name: '平台管理员',
      permissions: new Set<string>(),
      scope: platformScope,
    } as const;
    const opened = await services.db.transaction((tx) =>
      openCard(tx, { session, services, address: '127.0.0.1' }, id),
    );
    expect(opened).toEqual({
      bankName: '中国建设银行',
      branchName: '杭州支行',
      holder: '陈立新',
      number: numbers.cards[1],
    });
    expect(await lines('onboarding.payToCard')).toMatchObject([
      { tenantId: demoTenants.merchant, account: 'admin', entityId: id },
    ]);
  });
});

describe('an upload', () => {
  it('refuses what is no picture and what is none at all', async () => {
    expect((await sendPhoto(server, 'suzhou', 'idFront', Buffer.from('<svg/>'))).error?.key).toBe(
      'uploads:error.format',
    );
    expect(
      (await sendPhoto(server, 'suzhou', 'idFront', Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]))).error?.key,
    ).toBe('uploads:error.format');
    expect((await sendPhoto(server, 'clerk', 'idFront')).status).toBe(403);
    const { access_token } = await server.login('suzhou');
    const bare = await server.app.inject({
      method: 'POST',
      url: `${calls.uploadPhoto.path}?kind=idFront`,
      headers: { 'blade-auth': `bearer ${access_token}` },
    });
    expect(bare.statusCode).toBe(400);
  });

  it('forgets a photo that was replaced before it was handed in, and keeps one that was', async () => {
    const first = await sendPhoto(server, 'suzhou', 'idFront', await picture());
    const second = await sendPhoto(server, 'suzhou', 'idFront');
    const kept = await storedPhotos('100004');
    expect(kept.map(({ id }) => id)).toEqual([second.data.id]);
    expect(await server.services.storage.open(`private/100004/${first.data.id}`)).toBeUndefined();
    const handed = (await storedPhotos(demoTenants.agent)).find(({ kind }) => kind === 'idFront')!;
    await agent.call(calls.recallBusinessData, { ids: [submission] });
    await sendPhoto(server, 'agent', 'idFront');
    expect((await storedPhotos(demoTenants.agent)).some(({ id }) => id === handed.id)).toBe(true);
    const object = await server.services.storage.open(handed.storageKey);
    expect(object).toBeDefined();
    object?.body.destroy();
  });
});

describe('the operation log', () => {
  it('never holds a number that is private', async () => {
    const entry = rows(platformScope, auditEntries);
    const written = await server.services.db.read
      .select({ before: entry.before, after: entry.after, label: entry.label })
      .from(entry)
      .where(like(entry.action, 'onboarding.%'));
    const text = JSON.stringify(written);
    expect(written.length).toBeGreaterThan(15);
    for (const secret of [numbers.idCard, numbers.card, '33010619850101001X'])
      expect(text).not.toContain(secret);
  });
});
