import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { type AtStore, DealNoticeRefused, type DealOutcome, type DealPlatform } from '../deal-platform.ts';
import { createOwnTokens } from '../shared-token.ts';
import { createDouyin } from './client.ts';
import { signNotice } from './signing.ts';
import { type DouyinSimulator, startDouyinSimulator } from './simulator.ts';

const app = { clientKey: 'aw-test', clientSecret: 'right-secret' };
const stores = ['1', '2', '3'].map((at) => ({
  storeId: `71000000000000000${at}`,
  name: `门店 ${at}`,
  address: '世纪大道 1 号',
  cityName: '上海市',
  latitude: 31.2,
  longitude: 121.5,
}));
const accountId = '7300000000000000001';
const at: AtStore = { access: { reach: 'account', accountId }, storeId: stores[0]?.storeId ?? '' };
const beginning = Date.parse('2026-11-18T10:00:00+08:00');

let nowMs = beginning;
const clock = { now: () => new Date(nowMs) };
const pass = (ms: number) => {
  nowMs += ms;
};
const heard: { headers: Headers; body: string }[] = [];
let answerNotice = async (_body: string): Promise<Response> => new Response('{}');
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  nowMs = beginning;
  heard.length = 0;
  answerNotice = async () => new Response('{}');
});

async function open(): Promise<{ douyin: DealPlatform; simulator: DouyinSimulator; dealId: string }> {
  const simulator = await startDouyinSimulator({
    ...app,
    accountId,
    accountName: '星光',
    stores,
    clock,
    noticeUrl: () => 'http://ours/notice',
    deliver: async (_url, init) => {
      const body = String(init?.body);
      heard.push({ headers: new Headers(init?.headers), body });
      return answerNotice(body);
    },
  });
  stops.push(simulator.stop);
  const { dealId } = simulator.control.addDeal({ title: '30 枚', priceFen: 1990, originalFen: 3000 });
  return { douyin: clientOf(simulator), simulator, dealId };
}

const clientOf = (simulator: DouyinSimulator, more: Partial<Parameters<typeof createDouyin>[0]> = {}) =>
  createDouyin({
    ...app,
    clock,
    baseUrl: simulator.url,
    authoriseUrl: simulator.authoriseUrl,
    simulatorOrigin: simulator.url,
    timeoutMs: 2000,
    ...more,
  });

function answered<T>(outcome: DealOutcome<T>): T {
  if (outcome.kind !== 'done') throw new Error(`expected an answer, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}
const reasonOf = (outcome: DealOutcome<unknown>) =>
  outcome.kind === 'refused' ? outcome.refusal.reason : outcome.kind;

const request = (prepared: { prepared: string; codes: { ref: string }[] }, requestId = 'r1') => ({
  ...at,
  prepared: prepared.prepared,
  ref: prepared.codes[0]?.ref ?? '',
  uses: 1,
  requestId,
  operatorName: '王店员',
});

describe('a code of Douyin', () => {
  test('is prepared with its deal, money and days, verified with its own ids, and is used then', async () => {
    const { douyin, simulator, dealId } = await open();
    const [sold] = simulator.control.sell(dealId);
    const prepared = answered(
      await douyin.prepare({ ...at, said: `${sold?.code.slice(0, 4)} ${sold?.code.slice(4)}` }),
    );
    expect(prepared).toMatchObject({
      orderId: sold?.orderId,
      codes: [
        {
          certificateId: sold?.certificateId,
          dealId,
          title: '30 枚',
          paidFen: 1990,
          originalFen: 3000,
          usesTotal: 1,
          usesLeft: 1,
          validFrom: new Date(beginning),
          expiresAt: sold?.expiresAt,
        },
      ],
    });
    const verified = answered(await douyin.verify(request(prepared)));
    const [use] = simulator.control.uses();
    expect(verified.uses).toMatchObject([{ verifyId: use?.verifyId, certificateId: sold?.certificateId }]);
    expect(reasonOf(await douyin.prepare({ ...at, said: sold?.code ?? '' }))).toBe('codeUsed');
  });

  test('is found by its QR, whose link is followed one step', async () => {
    const { douyin, simulator, dealId } = await open();
    const [sold] = simulator.control.sell(dealId);
    const prepared = answered(await douyin.prepare({ ...at, said: sold?.qr ?? '' }));
    expect(prepared.codes[0]?.certificateId).toBe(sold?.certificateId);
  });

  test('of an order of three is one of three, the asked one first', async () => {
    const { douyin, simulator, dealId } = await open();
    const pieces = simulator.control.sell(dealId, 3);
    const prepared = answered(await douyin.prepare({ ...at, said: pieces[1]?.code ?? '' }));
    expect(prepared.codes[0]?.certificateId).toBe(pieces[1]?.certificateId);
    expect(new Set(prepared.codes.map((code) => code.certificateId))).toEqual(
      new Set(pieces.map((piece) => piece.certificateId)),
    );
  });

  test('that is unknown, refunded, over or of another store is told apart', async () => {
    const { douyin, simulator, dealId } = await open();
    const other = simulator.control.addDeal({
      title: '别店',
      priceFen: 100,
      originalFen: 100,
      storeIds: [stores[1]?.storeId ?? ''],
    });
    const [refunded, elsewhere, old] = [dealId, other.dealId, dealId].map(
      (id) => simulator.control.sell(id)[0]?.code ?? '',
    );
    await simulator.control.refund(refunded ?? '');
    const ask = async (said = '') => reasonOf(await douyin.prepare({ ...at, said }));
    expect(await ask('99999999')).toBe('codeUnknown');
    expect(await ask(refunded)).toBe('codeRefunded');
    expect(await ask(elsewhere)).toBe('otherStore');
    pass(100 * dayMs);
    expect(await ask(old)).toBe('codeExpired');
  });

  test('with several uses counts down, each use with its part of the price', async () => {
    const { douyin, simulator } = await open();
    const card = simulator.control.addDeal({ title: '3 次卡', priceFen: 1000, originalFen: 2000, uses: 3 });
    const said = simulator.control.sell(card.dealId)[0]?.code ?? '';
    const parts: number[] = [];
    for (const left of [3, 2, 1]) {
      const prepared = answered(await douyin.prepare({ ...at, said }));
      expect(prepared.codes[0]).toMatchObject({ usesTotal: 3, usesLeft: left });
      parts.push(prepared.codes[0]?.paidFen ?? 0);
      answered(await douyin.verify(request(prepared, `r${left}`)));
    }
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1000);
    expect(reasonOf(await douyin.prepare({ ...at, said }))).toBe('codeUsed');
  });
});

describe('a lost answer of Douyin', () => {
  test('is unknown; said again it is the same verification, soon or late', async () => {
    const { douyin, simulator, dealId } = await open();
    for (const waitMs of [secondMs, 5 * minuteMs]) {
      const said = simulator.control.sell(dealId)[0]?.code ?? '';
      const prepared = answered(await douyin.prepare({ ...at, said }));
      simulator.control.trouble({ lostShare: 1, only: (path) => path.endsWith('/verify/') });
      const firstSentAt = clock.now();
      expect((await douyin.verify(request(prepared))).kind).toBe('unknown');
      simulator.control.trouble({});
      pass(waitMs);
      const again = answered(await douyin.verify({ ...request(prepared), firstSentAt }));
      const uses = simulator.control.uses().filter(({ code }) => code === said);
      expect(uses.map(({ verifyId }) => verifyId)).toEqual([again.uses[0]?.verifyId]);
    }
  });

  test('is asked for without verifying, and "not done" is told too', async () => {
    const { douyin, simulator, dealId } = await open();
    const said = simulator.control.sell(dealId)[0]?.code ?? '';
    const prepared = answered(await douyin.prepare({ ...at, said }));
    const asked = { ...request(prepared), firstSentAt: clock.now() };
    simulator.control.trouble({ droppedShare: 1, only: (path) => path.endsWith('/verify/') });
    expect((await douyin.verify(request(prepared))).kind).toBe('unknown');
    expect(answered(await douyin.verificationOf(asked))).toEqual({ verified: undefined });
    expect(simulator.control.uses()).toHaveLength(0);
    simulator.control.trouble({ lostShare: 1, only: (path) => path.endsWith('/verify/') });
    expect((await douyin.verify(request(prepared))).kind).toBe('unknown');
    const { verified } = answered(await douyin.verificationOf(asked));
    expect(verified?.uses[0]?.verifyId).toBe(simulator.control.uses()[0]?.verifyId);
  });

  test('"used" is a no where it was used before we sent anything', async () => {
    const { douyin, simulator, dealId } = await open();
    const said = simulator.control.sell(dealId)[0]?.code ?? '';
    const prepared = answered(await douyin.prepare({ ...at, said }));
    simulator.control.useElsewhere(said);
    expect(reasonOf(await douyin.verify(request(prepared)))).toBe('codeUsed');
    pass(hourMs);
    expect(reasonOf(await douyin.verify({ ...request(prepared), firstSentAt: clock.now() }))).not.toBe(
      'done',
    );
  });

  test('of a times card is not taken from a use of before', async () => {
    const { douyin, simulator } = await open();
    const card = simulator.control.addDeal({ title: '3 次卡', priceFen: 900, originalFen: 900, uses: 3 });
    const said = simulator.control.sell(card.dealId)[0]?.code ?? '';
    answered(await douyin.verify(request(answered(await douyin.prepare({ ...at, said })))));
    const prepared = answered(await douyin.prepare({ ...at, said }));
    const asked = { ...request(prepared, 'r2'), firstSentAt: clock.now() };
    expect(answered(await douyin.verificationOf(asked))).toEqual({ verified: undefined });
  });

  test('of a times card is found though a use of before was cancelled meanwhile', async () => {
    const { douyin, simulator } = await open();
    const card = simulator.control.addDeal({ title: '3 次卡', priceFen: 900, originalFen: 900, uses: 3 });
    const said = simulator.control.sell(card.dealId)[0]?.code ?? '';
    const first = answered(await douyin.verify(request(answered(await douyin.prepare({ ...at, said })))));
    const prepared = answered(await douyin.prepare({ ...at, said }));
    const asked = { ...request(prepared, 'r2'), firstSentAt: clock.now() };
    simulator.control.trouble({ lostShare: 1, only: (path) => path.endsWith('/verify/') });
    expect((await douyin.verify(asked)).kind).toBe('unknown');
    simulator.control.trouble({});
    const cancelKey = first.uses[0]?.cancelKey ?? '';
    answered(await douyin.cancel({ ...at, cancelKey, requestId: 'c1', operatorName: '王' }));
    const { verified } = answered(await douyin.verificationOf(asked));
    expect(verified?.uses[0]?.verifyId).toBe(simulator.control.uses()[1]?.verifyId);
  });

  test('an outage, a slow answer and "busy" say nothing of what happened; "too often" says that nothing did', async () => {
    const { simulator, dealId } = await open();
    const douyin = clientOf(simulator, { timeoutMs: 150 });
    const said = simulator.control.sell(dealId)[0]?.code ?? '';
    const prepared = answered(await douyin.prepare({ ...at, said }));
    simulator.control.trouble({ outage: true });
    expect((await douyin.verify(request(prepared))).kind).toBe('unknown');
    simulator.control.trouble({});
    simulator.control.refuseNext('/verify/', '2119002', '系统繁忙，请稍候再试');
    expect((await douyin.verify(request(prepared))).kind).toBe('unknown');
    simulator.control.limitPerSecond(0);
    expect(await douyin.verify(request(prepared))).toEqual({ kind: 'limited', retryAfterMs: 5000 });
    simulator.control.limitPerSecond(undefined);
    expect(simulator.control.uses()).toHaveLength(0);
    simulator.control.trouble({ delayMs: 400, only: (path) => path.endsWith('/verify/') });
    expect((await douyin.verify(request(prepared))).kind).toBe('unknown');
    expect(simulator.control.uses()).toHaveLength(1);
  });
});

describe('cancelling at Douyin', () => {
  test('works for an hour, once, and says why not', async () => {
    const { douyin, simulator, dealId } = await open();
    const [first = '', second = ''] = simulator.control.sell(dealId, 2).map(({ code }) => code);
    const verify = async (said: string) =>
      answered(await douyin.verify(request(answered(await douyin.prepare({ ...at, said }))))).uses[0]
        ?.cancelKey ?? '';
    const [early, late] = [await verify(first), await verify(second)];
    const cancel = (cancelKey: string) =>
      douyin.cancel({ ...at, cancelKey, requestId: 'c1', operatorName: '王' });
    pass(59 * minuteMs);
    expect((await cancel(early)).kind).toBe('done');
    expect(reasonOf(await cancel(early))).toBe('cancelledBefore');
    pass(2 * minuteMs);
    expect(reasonOf(await cancel(late))).toBe('tooLate');
    expect(simulator.control.uses().map(({ state }) => state)).toEqual(['cancelled', 'verified']);
    expect(answered(await douyin.prepare({ ...at, said: first })).codes[0]?.usesLeft).toBe(1);
  });

  test('of a times card said again takes back one use and not two', async () => {
    const { douyin, simulator } = await open();
    const card = simulator.control.addDeal({ title: '3 次卡', priceFen: 900, originalFen: 900, uses: 3 });
    const said = simulator.control.sell(card.dealId)[0]?.code ?? '';
    const keys: string[] = [];
    for (const id of ['a', 'b'])
      keys.push(
        answered(await douyin.verify(request(answered(await douyin.prepare({ ...at, said })), id))).uses[0]
          ?.cancelKey ?? '',
      );
    const asked = { ...at, cancelKey: keys[1] ?? '', requestId: 'c1', operatorName: '王' };
    simulator.control.trouble({ lostShare: 1, only: (path) => path.endsWith('/cancel/') });
    expect((await douyin.cancel(asked)).kind).toBe('unknown');
    simulator.control.trouble({});
    expect((await douyin.cancel(asked)).kind).toBe('done');
    expect(simulator.control.uses().map(({ state }) => state)).toEqual(['verified', 'cancelled']);
  });
});

describe('the token of our app', () => {
  test('is fetched once for many callers, and again after somebody else ended it', async () => {
    const { douyin, simulator } = await open();
    const fetched = () => simulator.control.calls()['/oauth/client_token/'] ?? 0;
    await Promise.all(Array.from({ length: 5 }, () => douyin.listStores({ access: at.access })));
    expect(fetched()).toBe(1);
    simulator.endTokens();
    expect((await douyin.listStores({ access: at.access })).kind).toBe('done');
    expect(fetched()).toBe(2);
    pass(3 * hourMs);
    expect((await douyin.listStores({ access: at.access })).kind).toBe('done');
    expect(fetched()).toBe(3);
  });

  test('is the same for two clients that share it', async () => {
    const { simulator } = await open();
    const tokens = createOwnTokens(clock);
    const both = [clientOf(simulator, { tokens }), clientOf(simulator, { tokens })];
    for (const one of both) expect((await one.listStores({ access: at.access })).kind).toBe('done');
    expect(simulator.control.calls()['/oauth/client_token/']).toBe(1);
  });

  test('with a wrong secret is a refusal and no endless asking', async () => {
    const { simulator } = await open();
    const stranger = clientOf(simulator, { clientSecret: 'wrong' });
    expect((await stranger.listStores({ access: at.access })).kind).toBe('refused');
    expect(simulator.control.calls()['/oauth/client_token/']).toBe(1);
  });
});

describe('authorisation at Douyin', () => {
  const formOf = (url: string, choice: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ choice }) });

  test('arrives as a signed notice with our state', async () => {
    const { douyin, simulator } = await open();
    simulator.control.endAuthorisation();
    expect(reasonOf(await douyin.listStores({ access: at.access }))).toBe('notAuthorised');
    const url = douyin.authorisationUrl({ state: 'state.1', reach: 'account' });
    const page = await formOf(url, accountId);
    expect(page.status).toBe(200);
    const [notice] = heard;
    const read = douyin.readNotice?.({
      headers: Object.fromEntries(notice?.headers ?? []),
      body: notice?.body ?? '',
    });
    expect(read).toMatchObject({
      kind: 'authorised',
      access: { reach: 'account', accountId },
      state: 'state.1',
    });
    expect((await douyin.listStores({ access: at.access })).kind).toBe('done');
  });

  test('is not asked for by an address that somebody changed, or that is a day old', async () => {
    const { douyin } = await open();
    const url = new URL(douyin.authorisationUrl({ state: 'mine', reach: 'account' }));
    url.searchParams.set('extra', 'theirs');
    expect((await fetch(url)).status).toBe(400);
    const old = douyin.authorisationUrl({ state: 'mine', reach: 'account' });
    expect((await fetch(old)).status).toBe(200);
    pass(25 * hourMs);
    expect((await fetch(old)).status).toBe(400);
  });
});

describe('notices of Douyin', () => {
  const read = (douyin: DealPlatform, { headers, body }: { headers: Headers; body: string }) =>
    douyin.readNotice?.({ headers: Object.fromEntries(headers), body });
  const refusalOf = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return error instanceof DealNoticeRefused ? error.refusal : error;
    }
    return 'taken';
  };

  test('tell a refund after the verification, with the id by which repeats are known', async () => {
    const { douyin, simulator, dealId } = await open();
    const [sold] = simulator.control.sell(dealId);
    answered(await douyin.verify(request(answered(await douyin.prepare({ ...at, said: sold?.code ?? '' })))));
    await simulator.control.refund(sold?.code ?? '');
    const notice = heard.at(-1);
    expect(notice && read(douyin, notice)).toEqual({
      kind: 'refunded',
      id: notice?.headers.get('msg-id'),
      accountId,
      orderId: sold?.orderId,
      certificateId: sold?.certificateId,
      at: new Date(beginning),
    });
  });

  test('are refused with another secret, a changed body, or for another app', async () => {
    const { douyin } = await open();
    const body = JSON.stringify({ event: 'x', client_key: app.clientKey, content: '{}', log_id: '1' });
    const signed = (secret: string, text: string) =>
      new Headers({ 'x-douyin-signature': signNotice(secret, text) });
    expect(refusalOf(() => read(douyin, { headers: signed(app.clientSecret, body), body }))).toBe('taken');
    expect(refusalOf(() => read(douyin, { headers: signed('other', body), body }))).toBe('signature');
    expect(refusalOf(() => read(douyin, { headers: signed(app.clientSecret, body), body: `${body} ` }))).toBe(
      'signature',
    );
    expect(refusalOf(() => read(douyin, { headers: new Headers(), body }))).toBe('signature');
    const foreign = body.replace(app.clientKey, 'aw-other');
    expect(refusalOf(() => read(douyin, { headers: signed(app.clientSecret, foreign), body: foreign }))).toBe(
      'app',
    );
    expect(refusalOf(() => read(douyin, { headers: signed(app.clientSecret, 'no'), body: 'no' }))).toBe(
      'malformed',
    );
  });

  test('are signed as the document says: sha1 of secret and body', () => {
    expect(signNotice('s', '{"a":1}')).toBe(createHash('sha1').update('s{"a":1}').digest('hex'));
  });

  test('begin with a challenge that has to come back', async () => {
    const { douyin, simulator } = await open();
    expect(await simulator.tryWebhook()).toBe(false);
    answerNotice = async (body) => {
      const notice = douyin.readNotice?.({
        headers: { 'x-douyin-signature': signNotice(app.clientSecret, body) },
        body,
      });
      return Response.json(notice?.kind === 'challenge' ? notice.answer : {});
    };
    expect(await simulator.tryWebhook()).toBe(true);
  });
});

describe('lists of Douyin', () => {
  test('tell stores and deals, page by page', async () => {
    const { douyin, simulator } = await open();
    for (let one = 0; one < 60; one += 1)
      simulator.control.addDeal({ title: `券 ${one}`, priceFen: 100, originalFen: 200 });
    expect(
      answered(await douyin.listStores({ access: at.access })).rows.map(({ storeId }) => storeId),
    ).toEqual(stores.map(({ storeId }) => storeId));
    const first = answered(await douyin.listDeals(at));
    const second = answered(await douyin.listDeals({ ...at, cursor: first.next ?? '' }));
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 11, undefined]);
    expect(first.rows[0]).toMatchObject({ title: '30 枚', priceFen: 1990, originalFen: 3000, onSale: true });
  });

  test('tell the records of a day at a store, with what was cancelled, and the money an hour later', async () => {
    const { douyin, simulator, dealId } = await open();
    const pieces = simulator.control.sell(dealId, 25);
    const keys: string[] = [];
    for (const { code } of pieces)
      keys.push(
        answered(await douyin.verify(request(answered(await douyin.prepare({ ...at, said: code }))))).uses[0]
          ?.cancelKey ?? '',
      );
    await douyin.cancel({ ...at, cancelKey: keys[0] ?? '', requestId: 'c', operatorName: '王' });
    simulator.control.usedBefore({ dealId, storeId: at.storeId, at: new Date(beginning - dayMs) });
    simulator.control.usedBefore({ dealId, storeId: stores[1]?.storeId ?? '', at: new Date(beginning) });
    const first = answered(await douyin.records({ ...at, day: '2026-11-18' }));
    const second = answered(await douyin.records({ ...at, day: '2026-11-18', cursor: first.next ?? '' }));
    const all = [...first.rows, ...second.rows];
    expect([first.rows.length, second.rows.length, second.next]).toEqual([20, 5, undefined]);
    const known = simulator.control
      .uses()
      .filter(({ verifiedAt, storeId }) => verifiedAt.getTime() === beginning && storeId === at.storeId);
    expect(new Set(all.map(({ recordId }) => recordId))).toEqual(
      new Set(known.map(({ recordId }) => recordId)),
    );
    expect(
      all.filter(({ state }) => state === 'cancelled').map(({ certificateId }) => certificateId),
    ).toEqual([pieces[0]?.certificateId]);
    await simulator.control.refund(pieces[4]?.code ?? '');
    const certificateIds = pieces.slice(0, 3).map(({ certificateId }) => certificateId);
    expect(
      answered((await douyin.settlement?.({ ...at, certificateIds })) ?? { kind: 'unknown', because: '' }),
    ).toEqual([]);
    pass(hourMs);
    const settled = answered(
      (await douyin.settlement?.({ ...at, certificateIds })) ?? { kind: 'unknown', because: '' },
    );
    expect(settled).toHaveLength(2);
    for (const one of settled)
      expect(one).toMatchObject({ paidFen: 1990, feesFen: 60, settledFen: 1930, state: 'expected' });
    const again = answered(await douyin.records({ ...at, day: '2026-11-18' }));
    const rest = answered(await douyin.records({ ...at, day: '2026-11-18', cursor: again.next ?? '' }));
    const refunded = [...again.rows, ...rest.rows].filter(({ state }) => state === 'refunded');
    expect(refunded.map(({ certificateId }) => certificateId)).toEqual([pieces[4]?.certificateId]);
  });
});
