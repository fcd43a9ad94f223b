import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { demoApps, demoPeople } from '#providers/demo-people.ts';
import { type AppPlatform, playersContract } from '../contract.ts';
import { formersOf } from '../server/former-players.ts';
import { forgetPlayer, rememberPlayer } from '../server/player-queries.ts';

const {
  findAppId,
  logInByAlipay,
  logInByAlipayOnly,
  logInByMiniProgram,
  logInByPhone,
  logInByWechat,
  logInByWechatOnly,
  readSelf,
  updateSelf,
  sendLoginCode,
} = playersContract;

const { server, staff } = testServer();
const page = staff(undefined, 'en-us');

const nonce = 'a-tab-of-this-browser';
const person = (name: string) => demoPeople.find((entry) => entry.name === name)!;
const playersNumber = async () =>
  (await server.services.db.raw<{ n: number }[]>`select count(*)::int as n from player`)[0]!.n;

/** Through the platform's own page, as a person goes: what the page is opened with on the way back. */
async function comeBack(platform: AppPlatform, name: string): Promise<Record<string, string>> {
  const url = `${server.services.publicBase()}/middleStation?to=%2Findex`;
  const { authorizeUrl, appId } = await page.call(findAppId, { url, platform, nonce });
  expect(appId).toBe(demoApps[platform]);
  const asked = new URL(authorizeUrl!);
  const question = await server.app.inject({ url: asked.pathname + asked.search });
  expect(question.statusCode).toBe(200);
  for (const other of demoPeople.filter((entry) => entry.platform === platform))
    expect(question.body).toContain(other.name);
  const { openId } = person(name);
  const agreed = await server.app.inject({
    method: 'POST',
    url: asked.pathname,
    payload: { ...Object.fromEntries(asked.searchParams), openid: openId, person: openId },
  });
  const back = new URL(String(agreed.headers.location));
  expect(back.pathname).toBe('/middleStation');
  expect(back.searchParams.get('to')).toBe('/index');
  return Object.fromEntries(back.searchParams);
}

const byWechat = async (name: string) => {
  const { code, state } = await comeBack('wechat', name);
  return { code: code!, state: state!, nonce };
};
const byAlipay = async (name: string) => {
  const { auth_code, state } = await comeBack('alipay', name);
  return { auth_code: auth_code!, state: state!, nonce };
};

describe('by WeChat', () => {
  it('a code names the player, whose token opens the player’s own things', async () => {
    const nowhere = [
      { equipmentId: 'CW99999' },
      { field: newId() },
      { equipmentId: 'CW10001', field: newId() },
    ];
    for (const place of nowhere)
      expect(
        (await refusal(page.call(logInByWechat, { ...(await byWechat('张伟')), ...place }))).status,
      ).toBe(400);
    const login = await page.call(logInByWechat, { ...(await byWechat('张伟')), equipmentId: 'CW10001' });
    expect(login.player).toMatchObject({ playerName: '张伟', platform: 'wechat' });
    expect((await server.withToken(login.access_token).call(readSelf, {})).id).toBe(login.player.id);
  });

  it('a code serves once', async () => {
    const back = await byWechat('张伟');
    await page.call(logInByWechat, back);
    expect(await refusal(page.call(logInByWechat, back))).toMatchObject({ key: 'players:error.codeRefused' });
    expect(await refusal(page.call(logInByWechatOnly, { code: back.code }))).toMatchObject({
      status: 400,
      key: 'players:error.codeRefused',
    });
  });

  it('a client of the specification sends the code alone, by either call', async () => {
    for (const call of [logInByWechat, logInByWechatOnly]) {
      const { code } = await byWechat('王美丽');
      expect((await page.call(call, { code })).player.playerName).toBe('王美丽');
    }
  });

  it('a way back that another browser began is refused, and its code is not used', async () => {
    const back = await byWechat('林小雨');
    const forged = [
      { ...back, nonce: 'another-tab-somewhere' },
      { ...back, state: `${back.state.slice(0, -1)}${back.state.endsWith('0') ? '1' : '0'}` },
      { ...back, state: '' },
      { code: back.code, state: back.state },
      { code: back.code, nonce },
    ];
    for (const input of forged)
      expect(await refusal(page.call(logInByWechat, input))).toMatchObject({
        key: 'players:error.notBegunHere',
      });
    expect((await page.call(logInByWechat, back)).player.playerName).toBe('林小雨');
  });

  it('a state of one platform says nothing at the other', async () => {
    const { state } = await byWechat('林小雨');
    const alipay = await byAlipay('陈思远');
    expect(await refusal(page.call(logInByAlipay, { ...alipay, state }))).toMatchObject({
      key: 'players:error.notBegunHere',
    });
  });

  it('who looks at a preview is not logged in, and is told what to do', async () => {
    const control = server.services.demoPay.wechatLogin!.control;
    const back = await byWechat('林小雨');
    const before = await playersNumber();
    control.previewOnly(true);
    try {
      const told = await refusal(page.call(logInByWechat, back));
      expect(told).toMatchObject({ status: 400, key: 'players:error.snapshot' });
    } finally {
      control.previewOnly(false);
    }
    expect(await playersNumber()).toBe(before);
  });

  it('without an answer of WeChat nobody is logged in', async () => {
    const control = server.services.demoPay.wechatLogin!.control;
    const back = await byWechat('林小雨');
    control.outage(true);
    try {
      expect(await refusal(page.call(logInByWechat, back))).toMatchObject({
        status: 503,
        key: 'players:error.platformDown',
      });
    } finally {
      control.outage(false);
    }
  });

  it('who was asked for no more than who it is gets in without a name', async () => {
    const control = server.services.demoPay.wechatLogin!.control;
    const before = (await page.call(logInByWechat, await byWechat('王美丽'))).player;
    const code = control.issueCode(person('王美丽').openId, 'snsapi_base');
    expect((await page.call(logInByWechat, { code })).player).toEqual(before);
  });
});

it('a name that the player chose stays, whatever the platform says at the next log-in', async () => {
  const login = await page.call(logInByWechat, await byWechat('张伟'));
  const player = server.withToken(login.access_token, 'en-us');
  expect(await player.call(updateSelf, { playerName: '伟哥' })).toMatchObject({ playerName: '伟哥' });
  const again = await page.call(logInByWechat, await byWechat('张伟'));
  expect(again.player).toMatchObject({ id: login.player.id, playerName: '伟哥' });
  for (const playerName of ['', ' ', 'x'.repeat(21)])
    expect(await refusal(player.call(updateSelf, { playerName }))).toMatchObject({ status: 400 });
  expect((await player.call(readSelf, {})).playerName).toBe('伟哥');
});

describe('by Alipay', () => {
  it('a code names the player, with the name Alipay signs for, and serves once', async () => {
    const back = await byAlipay('刘芳');
    const login = await page.call(logInByAlipay, { ...back, field: demoId('site:merchant:1') });
    expect(login.player).toMatchObject({ playerName: '刘芳', platform: 'alipay' });
    expect(await refusal(page.call(logInByAlipay, back))).toMatchObject({
      status: 400,
      key: 'players:error.codeRefused',
    });
  });

  it('leads back to a site by GET as well', async () => {
    const { auth_code } = await byAlipay('陈思远');
    const login = await page.call(logInByAlipayOnly, { auth_code, fieldId: demoId('site:merchant:1') });
    expect(login.player.playerName).toBe('陈思远');
  });

  it('an answer with a forged signature logs nobody in', async () => {
    const back = await byAlipay('陈思远');
    server.services.demoPay.alipay!.control.forgeAnswers(1);
    expect(await refusal(page.call(logInByAlipay, back))).toMatchObject({ status: 503 });
  });
});

describe('the app id of a page', () => {
  it('is told for our own pages, and codes go to no others', async () => {
    const url = `${server.services.publicBase()}/index?equipmentId=CW10001`;
    expect(await page.call(findAppId, { url })).toEqual({ appId: demoApps.wechat, authorizeUrl: null });
    for (const foreign of ['https://evil.example/index', 'http://127.0.0.1:1/index'])
      expect(await refusal(page.call(findAppId, { url: foreign, nonce }))).toMatchObject({
        key: 'players:error.foreignPage',
      });
    expect(await refusal(page.call(findAppId, { url: 'javascript:alert(1)' }))).toMatchObject({
      status: 400,
    });
  });

  it('comes with a state of letters and digits, which is all that WeChat lets through', async () => {
    const { state } = await byWechat('张伟');
    expect(state).toMatch(/^[a-zA-Z0-9]{1,128}$/);
  });
});

describe('by phone', () => {
  const phone = '13700000077';
  const newestCode = (to = phone) =>
    /\d{6}/.exec(
      JSON.stringify(server.messages.filter((message) => message.phone === to).at(-1)?.params),
    )![0];
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  // each asks again, and a phone is sent one code a minute
  beforeEach(() => server.clock.forward(61 * minuteMs));

  it('a code on the phone makes a player, and finds the same one again', async () => {
    await page.call(sendLoginCode, { phone });
    const first = await page.call(logInByPhone, { phone, code: newestCode() });
    expect(first.player).toMatchObject({
      playerName: '137****0077',
      phone: '137****0077',
      platform: 'phone',
    });
    server.clock.forward(2 * minuteMs);
    await page.call(sendLoginCode, { phone });
    const again = await page.call(logInByPhone, { phone, code: newestCode() });
    expect(again.player.id).toBe(first.player.id);
  });

  it('a phone that a WeChat player uses does not open what is theirs', async () => {
    const known = person('林小雨').phone!;
    await page.call(sendLoginCode, { phone: known });
    const login = await page.call(logInByPhone, { phone: known, code: newestCode(known) });
    const owner = await (await server.asPlayer('林小雨')).call(readSelf, {});
    expect(login.player.id).not.toBe(owner.id);
  });

  it('answers the same for phones of players, of staff and of nobody', async () => {
    const answers = await Promise.all(
      [person('张伟').phone!, '13800000001', '13700000099'].map((asked) =>
        page.call(sendLoginCode, { phone: asked }),
      ),
    );
    const said = answers.map(({ waitSeconds, codeTicket }) => `${waitSeconds} ${codeTicket.length}`);
    expect(new Set(said).size).toBe(1);
    const refused = await Promise.all(
      [person('张伟').phone!, '13700000098'].map((asked) =>
        refusal(page.call(logInByPhone, { phone: asked, code: '000000' })),
      ),
    );
    expect(refused[0]).toEqual(refused[1]);
  });

  it('a code serves once, for five minutes and for its own purpose', async () => {
    const wrong = { status: 400, key: 'accounts:error.codeWrong' };
    await page.call(sendLoginCode, { phone });
    const code = newestCode();
    await page.call(logInByPhone, { phone, code });
    expect(await refusal(page.call(logInByPhone, { phone, code }))).toMatchObject(wrong);
    server.clock.forward(2 * minuteMs);
    await page.call(sendLoginCode, { phone });
    server.clock.forward(5 * minuteMs);
    expect(await refusal(page.call(logInByPhone, { phone, code: newestCode() }))).toMatchObject(wrong);
    server.clock.forward(2 * minuteMs);
    await page.call(accountsContract.sendCode, { phone, type: 'register' });
    expect(await refusal(page.call(logInByPhone, { phone, code: newestCode() }))).toMatchObject(wrong);
  });

  it('a second code within a minute is refused', async () => {
    await page.call(sendLoginCode, { phone });
    expect(await refusal(page.call(sendLoginCode, { phone }))).toMatchObject({ status: 429 });
  });

  it('who guesses is asked for a picture, with the right code too', async () => {
    const guessed = '13700000055';
    await page.call(sendLoginCode, { phone: guessed });
    const code = newestCode(guessed);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await refusal(page.call(logInByPhone, { phone: guessed, code: wrongOf(code) }))).toMatchObject({
        key: 'accounts:error.codeWrong',
      });
    expect(await refusal(page.call(logInByPhone, { phone: guessed, code }))).toMatchObject({
      key: 'accounts:error.captchaRequired',
    });
    const captcha = { captchaKey: '00000000-0000-4000-8000-000000000000', captchaCode: 'AAAA' };
    expect(await refusal(page.call(logInByPhone, { phone: guessed, code, ...captcha }))).toMatchObject({
      key: 'accounts:error.captchaWrong',
    });
  });
});

describe('apps that WeChat knows to belong together', () => {
  const control = () => server.services.demoPay.wechatLogin!.control;
  beforeEach(() => control().bindApps(true));
  afterEach(() => control().bindApps(false));

  const inOfficial = async (openId: string) =>
    page.call(logInByWechatOnly, { code: control().issueCode(openId) });
  const inMini = async (openId: string) =>
    page.call(logInByMiniProgram, { code: control().issueMiniCode(openId) });
  const recordsOf = (playerId: string) =>
    server.services.db.raw<
      { id: string; app_id: string; joined_to: string | null; union_id: string | null }[]
    >`select id, app_id, joined_to, union_id from player where id = ${playerId} or joined_to = ${playerId} order by created_at`;

  it('know who came by the official account when he first opens the mini-program: one player, one purse', async () => {
    const { openId } = person('王美丽');
    const first = await inOfficial(openId);
    const second = await inMini(openId);
    expect(second.player.id).toBe(first.player.id);
    expect((await server.withToken(second.access_token).call(readSelf, {})).id).toBe(first.player.id);
    // each app pays with its own id of the person
    const records = await recordsOf(first.player.id);
    expect(records.map(({ joined_to }) => joined_to)).toEqual([null, first.player.id]);
    expect(new Set(records.map(({ app_id }) => app_id)).size).toBe(2);
    expect(new Set(records.map(({ union_id }) => union_id)).size).toBe(1);
    // and again, and the other way round
    expect((await inMini(openId)).player.id).toBe(first.player.id);
    expect((await inOfficial(openId)).player.id).toBe(first.player.id);
    expect(await recordsOf(first.player.id)).toHaveLength(2);
  });

  it('make one player of somebody who opens both for the first time at the same moment', async () => {
    const { db } = server.services;
    const ids = { appId: 'wx-first', openId: 'o-at-once', unionId: 'u-at-once' };
    const come = (appId: string) =>
      db.transaction((tx) => rememberPlayer(tx, { platform: 'wechat', ...ids, appId }));
    const records = await Promise.all([come('wx-first'), come('wx-second'), come('wx-third')]);
    expect(records.filter(({ joinedTo }) => joinedTo === null)).toHaveLength(1);
    expect(new Set(records.map(({ id, joinedTo }) => joinedTo ?? id)).size).toBe(1);
  });

  it('leave two records that are there already to their owner, and know nobody who deleted his account', async () => {
    const { openId } = person('林小雨');
    control().bindApps(false);
    const official = await inOfficial(openId);
    const mini = await inMini(openId);
    expect(mini.player.id).not.toBe(official.player.id);
    control().bindApps(true);
    expect((await inOfficial(openId)).player.id).toBe(official.player.id);
    expect((await inMini(openId)).player.id).toBe(mini.player.id);
    await server.services.db.transaction((tx) =>
      forgetPlayer(tx, server.services, official.player.id, server.clock.now()),
    );
    await server.services.db.transaction((tx) =>
      forgetPlayer(tx, server.services, mini.player.id, server.clock.now()),
    );
    const anew = await inMini(openId);
    expect([official.player.id, mini.player.id]).not.toContain(anew.player.id);
  });

  it('know who deleted the account by one of them and comes back by the other, for what may be had once', async () => {
    const { services } = server;
    const { openId } = person('张伟');
    const { player } = await inOfficial(openId);
    await services.db.transaction((tx) => forgetPlayer(tx, services, player.id, server.clock.now()));
    const back = await inMini(openId);
    expect(back.player.id).not.toBe(player.id);
    expect(await formersOf(services.db.read, back.player.id)).toEqual([player.id]);
  });
});
