/** A WeChat is linked to an account: once for a link, soon, by who confirmed it inside WeChat. */

import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contentContract } from '#features/base/content/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { demoApps } from '#providers/demo-people.ts';
import { wechatContract as calls, linkPath } from '../contract.ts';
import { linkedWechat } from '../server/public.ts';
import { linkWechat, nonce, personNamed, sayYes } from './link-wechat.ts';

const { server } = testServer();

const phone = () => server.withToken(undefined);
const isLinked = async (account: string) =>
  (await (await server.logIn(account)).call(calls.readOwnLink, {})).linkedAt !== null;
const begin = async (account = 'merchant') => (await server.logIn(account)).call(calls.beginLink, {});

describe('a link', () => {
  it('links the WeChat that confirmed it, which the log and the inbox say', async () => {
    const merchant = await server.logIn('merchant');
    expect(await merchant.call(calls.readOwnLink, {})).toEqual({
      ready: true,
      linkedAt: null,
      notFollowingSince: null,
    });
    const { token, path } = await merchant.call(calls.beginLink, {});
    expect(path).toBe(`${linkPath}#${token}`);
    expect(await phone().call(calls.readLink, { token })).toMatchObject({
      name: expect.any(String),
      tenantName: expect.any(String),
    });
    const yes = await sayYes(server, phone(), token, '林小雨');
    const done = await phone().call(calls.finishLink, yes);
    // the answer was lost, and the phone asks again
    expect(await phone().call(calls.finishLink, yes)).toEqual(done);
    expect(await isLinked('merchant')).toBe(true);
    const { records } = await merchant.call(teamContract.listLog, { size: 20 });
    const lines = records.filter(({ action }) => action === 'wechat.link');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(personNamed('林小雨').openId);
    const inbox = await (await server.logIn('merchant', 'zh-cn')).call(contentContract.listMessages, {});
    expect(inbox.records.filter(({ title }) => title === '账号已绑定微信')).toHaveLength(1);
  });

  it('keeps who it is sealed, and its token as a hash', async () => {
    const { token } = await begin();
    const rows = await server.services.db.read.execute(sql`
      select to_jsonb(l)::text || coalesce(to_jsonb(r)::text, '') as kept
      from wechat_link l left join wechat_link_request r using (tenant_id, user_id)`);
    const kept = JSON.stringify([...rows]);
    expect(kept).toContain(demoApps.wechat);
    expect(kept).not.toContain(personNamed('林小雨').openId);
    expect(kept).not.toContain(token);
  });

  it('asks WeChat for nothing but who it is, and to come back to our own page', async () => {
    const { token } = await begin();
    const url = `${server.services.publicBase()}${linkPath}`;
    const asked = new URL((await phone().call(calls.askWechat, { token, nonce, url })).url).searchParams;
    expect(asked.get('scope')).toBe('snsapi_base');
    expect(asked.get('redirect_uri')).toBe(url);
    expect(asked.get('state')).toMatch(/^[0-9a-f]{64}$/);
    for (const foreign of ['https://evil.example/wechat_link', `${server.services.publicBase()}/home`])
      expect(await refusalOf(phone().call(calls.askWechat, { token, nonce, url: foreign }))).toBe(
        'wechat:error.foreignPage',
      );
  });

  it('is used once: the second who comes finds it ended, also at the same moment', async () => {
    const { token } = await begin('merchant2');
    const tries = await Promise.all(
      ['林小雨', '张伟', '王美丽'].map((name) => sayYes(server, phone(), token, name)),
    );
    const results = await Promise.all(tries.map((one) => refusalOf(phone().call(calls.finishLink, one))));
    expect(results.toSorted()).toEqual(['done', 'wechat:error.linkEnded', 'wechat:error.linkEnded']);
    for (const refused of [
      () => phone().call(calls.readLink, { token }),
      () => sayYes(server, phone(), token, '林小雨'),
    ])
      expect(await refusalOf(refused())).toBe('wechat:error.linkEnded');
  });

  it('expires, and a newer one ends it', async () => {
    const first = await begin('franchisee');
    const early = await sayYes(server, phone(), first.token, '张伟');
    const second = await begin('franchisee');
    expect(await refusalOf(phone().call(calls.finishLink, early))).toBe('wechat:error.linkEnded');
    const late = await sayYes(server, phone(), second.token, '张伟');
    server.clock.forward(5 * minuteMs);
    expect(await refusalOf(phone().call(calls.finishLink, late))).toBe('wechat:error.linkEnded');
    expect(await refusalOf(phone().call(calls.readLink, { token: second.token }))).toBe(
      'wechat:error.linkEnded',
    );
    expect(await isLinked('franchisee')).toBe(false);
  });

  it('is not used by who is logged in as somebody else, of another organisation or of the same', async () => {
    const { token } = await begin('clerk');
    const yes = await sayYes(server, phone(), token, '林小雨');
    for (const other of ['merchant2', 'merchant', 'admin']) {
      const client = await server.logIn(other);
      for (const attempt of [
        () => client.call(calls.readLink, { token }),
        () => sayYes(server, client, token, '林小雨'),
        () => client.call(calls.finishLink, yes),
      ])
        expect([other, await refusalOf(attempt())]).toEqual([other, 'wechat:error.otherAccount']);
    }
    expect(await isLinked('clerk')).toBe(false);
    // the person's own session may
    await (await server.logIn('clerk')).call(calls.finishLink, yes);
    expect(await isLinked('clerk')).toBe(true);
  });

  it('that was copied links nothing without WeChat: no code, a made-up one, another tab’s', async () => {
    const { token } = await begin('agent');
    await phone().call(calls.readLink, { token });
    const yes = await sayYes(server, phone(), token, '林小雨');
    const other = await begin('admin');
    const theirs = await sayYes(server, phone(), other.token, '张伟');
    const attempts: [object, string][] = [
      [{ state: '' }, 'wechat:error.notBegunHere'],
      [{ state: 'a'.repeat(64) }, 'wechat:error.notBegunHere'],
      [{ nonce: 'another-nonce-of-theirs' }, 'wechat:error.notBegunHere'],
      [{ state: theirs.state }, 'wechat:error.notBegunHere'],
      [{ code: 'made up' }, 'wechat:error.refused'],
    ];
    for (const [changes, key] of attempts)
      expect(await refusalOf(phone().call(calls.finishLink, { ...yes, ...changes }))).toBe(key);
    expect([await isLinked('agent'), await isLinked('admin')]).toEqual([false, false]);
    await phone().call(calls.finishLink, yes);
    expect(await isLinked('agent')).toBe(true);
  });

  it('is not confirmed by a preview of the page, nor while WeChat can not be reached', async () => {
    const { control } = server.services.demoPay.wechatLogin!;
    const { token } = await begin('admin');
    try {
      control.previewOnly(true);
      const preview = await sayYes(server, phone(), token, '林小雨');
      expect(await refusalOf(phone().call(calls.finishLink, preview))).toBe('wechat:error.snapshot');
      control.previewOnly(false);
      const yes = await sayYes(server, phone(), token, '林小雨');
      control.outage(true);
      expect(await refusalOf(phone().call(calls.finishLink, yes))).toBe('wechat:error.unavailable');
      control.outage(false);
      await phone().call(calls.finishLink, yes);
    } finally {
      control.previewOnly(false);
      control.outage(false);
    }
    expect(await isLinked('admin')).toBe(true);
  });
});

describe('a linked WeChat', () => {
  it('serves several accounts, and unlinking one leaves the others', async () => {
    const merchant = await server.logIn('merchant');
    const clerk = await server.logIn('clerk');
    await linkWechat(server, merchant, '张伟');
    await linkWechat(server, clerk, '张伟');
    await merchant.call(calls.unlink, {});
    expect([await isLinked('merchant'), await isLinked('clerk')]).toEqual([false, true]);
    const { records } = await merchant.call(teamContract.listLog, { size: 20 });
    expect(records.some(({ action }) => action === 'wechat.unlink')).toBe(true);
    // a second time changes nothing
    await merchant.call(calls.unlink, {});
  });

  it('is the person’s no more when somebody else takes the account over, and under another official account', async () => {
    const owner = await server.logIn('merchant');
    const hired = await hireStaff(server, owner, ['briefings.view']);
    await linkWechat(server, await server.logIn(hired.account), '王美丽');
    expect(await isLinked(hired.account)).toBe(true);
    const person = await server.services.db.read.execute<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from user_account where account = ${hired.account}`,
    );
    const { tenant_id: tenantId, id: userId } = [...person][0]!;
    const linked = (appId: string) =>
      linkedWechat(
        server.services.db.read,
        { wechat: { ...server.services.wechat!, appId } },
        { tenantId, userId },
      );
    expect(await linked(demoApps.wechat)).toBeDefined();
    expect(await linked('wxanother')).toBeUndefined();
    const { token } = await begin(hired.account);
    server.clock.forward(minuteMs);
    await server.services.db.transaction((tx) =>
      tx.execute(
        sql`update user_account set own_since = ${server.clock.now().toISOString()}::timestamptz where id = ${userId}`,
      ),
    );
    expect(await linked(demoApps.wechat)).toBeUndefined();
    // nor does a link that was made before
    expect(await refusalOf(phone().call(calls.readLink, { token }))).toBe('wechat:error.linkEnded');
  });
});

it('where WeChat has no template nothing is linked', async () => {
  const { wechat } = server.services;
  const has = wechat!.hasTemplate;
  try {
    wechat!.hasTemplate = () => false;
    expect(await (await server.logIn('merchant')).call(calls.readOwnLink, {})).toMatchObject({
      ready: false,
    });
    expect(await refusalOf(begin())).toBe('wechat:error.notConfigured');
  } finally {
    wechat!.hasTemplate = has;
  }
});
