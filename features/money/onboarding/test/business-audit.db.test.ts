import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { systemMessages } from '#features/base/content/tables.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { onboardingContract as calls } from '../contract.ts';
import { verifiedPerson } from '../server/public.ts';
import { handIn, person, sendPhoto } from './papers.ts';

const { server, staff } = testServer();
const admin = staff('admin');
const agent = staff('agent');
const agentTenant = demoTenants.agent;

const read = (client: Client) => client.call(calls.readBusinessData, {});
const attempts = 50;
const manyTimes = (act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: attempts }, () => refusalOf(act())));

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
    const suzhou = await server.logIn('suzhou');
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
    const suzhou = await server.logIn('suzhou');
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
    const suzhou = await server.logIn('suzhou');
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
