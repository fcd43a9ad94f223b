import { describe, expect, it } from 'vitest';
import { minuteMs } from '#kit/kernel/time.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { staged, testServer } from '#kit/server/testing/stage.ts';
import { platforms } from '../contract/kinds.ts';
import { groupBuysContract as calls } from '../contract.ts';
import { automaticSite, openGroupBuys } from './stage.ts';

const { server, staff } = testServer({}, { still: true });
const merchant = staff('merchant');
const yard = staged(
  () => openGroupBuys(server, merchant),
  () => undefined,
);
const other = staff('merchant2');

describe.each(platforms)('a code of %s', (platform) => {
  it('gives what its deal is good for, once, as an order of its own way to pay', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 30 });
    const code = yard.sell(platform, deal.dealId);
    const phone = yard.phone();
    const prepared = await yard.prepare(platform, code);
    expect(prepared).toMatchObject({ title: deal.title, priceFen: 1990, worthText: '30 coins', usesLeft: 1 });
    const verified = await merchant.call(calls.verifyCode, { id: prepared.id, phone });
    expect(verified).toMatchObject({ state: 'granted', granted: 1, usesLeft: 0, problem: null });
    expect(await yard.held(phone)).toBe(30);
    const record = await yard.record(verified.id);
    expect(record).toMatchObject({ state: 'granted', amountFen: 1990, fieldId: automaticSite });
    expect(await yard.order(record.orderId as string)).toMatchObject({
      payWay: 'groupBuy',
      state: 'fulfilled',
      amount: 1990,
      feeFen: 0,
    });
    expect(
      yard
        .control(platform)
        .uses()
        .filter((use) => use.code === code),
    ).toHaveLength(1);
    expect((await refusal(yard.prepare(platform, code))).key).toBe('groupbuys:refused.codeUsed');
    expect((await refusal(merchant.call(calls.verifyCode, { id: prepared.id, phone }))).key).toBe(
      'groupbuys:error.notPrepared',
    );
    expect(await yard.wrong()).toEqual([]);
  });

  it('is not verified while nothing is set for its deal', async () => {
    const deal = await yard.deal(platform, null);
    const code = yard.sell(platform, deal.dealId);
    expect((await refusal(yard.prepare(platform, code))).key).toBe('groupbuys:error.unmapped');
    expect(
      yard
        .control(platform)
        .uses()
        .some((use) => use.code === code),
    ).toBe(false);
  });

  it('with several uses counts down, and each use is given', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 10 }, { uses: 5 });
    const code = yard.sell(platform, deal.dealId);
    const phone = yard.phone();
    expect(await yard.verify(platform, code, phone, { uses: 2 })).toMatchObject({ granted: 2, usesLeft: 3 });
    expect(await yard.verify(platform, code, phone, { uses: 3 })).toMatchObject({ granted: 3, usesLeft: 0 });
    expect(await yard.held(phone)).toBe(50);
    expect(
      yard
        .control(platform)
        .uses()
        .filter((use) => use.code === code),
    ).toHaveLength(5);
    expect(await yard.wrong()).toEqual([]);
  });

  it('verified by fifty at the same moment is given to one of them', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 7 });
    const code = yard.sell(platform, deal.dealId);
    const prepared = await Promise.all(Array.from({ length: 50 }, () => yard.prepare(platform, code)));
    const phones = prepared.map(() => yard.phone());
    const answers = await Promise.all(
      prepared.map(({ id }, index) =>
        refusalOf(
          merchant.call(calls.verifyCode, { id, phone: phones[index] as string }).then(({ state }) => {
            if (state !== 'granted') throw new Error(state);
          }),
        ),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(
      yard
        .control(platform)
        .uses()
        .filter((use) => use.code === code),
    ).toHaveLength(1);
    const rows = await yard.rows({ title: deal.title, state: 'granted' });
    expect(rows).toHaveLength(1);
    expect(await yard.wrong()).toEqual([]);
  });

  it('whose answer is lost is asked for, and neither verified twice nor lost', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 12 });
    const code = yard.sell(platform, deal.dealId);
    const phone = yard.phone();
    const prepared = await yard.prepare(platform, code);
    yard.control(platform).trouble({ lostShare: 1 });
    const asked = await merchant.call(calls.verifyCode, { id: prepared.id, phone });
    expect(asked.state).toBe('verifying');
    expect(await yard.held(phone)).toBe(0);
    yard.control(platform).trouble({});
    await yard.later(5 * minuteMs);
    expect(await yard.record(prepared.id)).toMatchObject({ state: 'granted', problem: null });
    expect(await yard.held(phone)).toBe(12);
    expect(
      yard
        .control(platform)
        .uses()
        .filter((use) => use.code === code),
    ).toHaveLength(1);
  });

  it('that never reached the platform gives nothing, and is free to be verified again', async () => {
    const deal = await yard.deal(platform, { kind: 'coin', amount: 12 });
    const code = yard.sell(platform, deal.dealId);
    const phone = yard.phone();
    const prepared = await yard.prepare(platform, code);
    yard.control(platform).trouble({ droppedShare: 1 });
    expect(await merchant.call(calls.verifyCode, { id: prepared.id, phone })).toMatchObject({
      state: 'verifying',
    });
    yard.control(platform).trouble({});
    await yard.later(60 * minuteMs);
    await yard.later(60 * minuteMs);
    expect(await yard.record(prepared.id)).toMatchObject({ state: 'refused' });
    expect(await yard.held(phone)).toBe(0);
    expect(await yard.verify(platform, code, phone)).toMatchObject({ state: 'granted' });
    expect(await yard.held(phone)).toBe(12);
  });
});

it('an old code gives what it was sold for, and a new one what the deal gives now', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 30 });
  server.clock.forward(minuteMs);
  const old = yard.sell('douyin', deal.dealId);
  server.clock.forward(minuteMs);
  await merchant.call(calls.mapDeal, { id: deal.id, kind: 'coin', amount: 20 });
  server.clock.forward(minuteMs);
  const fresh = yard.sell('douyin', deal.dealId);
  expect((await yard.prepare('douyin', old)).worthText).toBe('30 coins');
  expect((await yard.prepare('douyin', fresh)).worthText).toBe('20 coins');
  await merchant.call(calls.unmapDeals, { ids: [deal.id] });
  server.clock.forward(minuteMs);
  const last = yard.sell('douyin', deal.dealId);
  expect((await refusal(yard.prepare('douyin', last))).key).toBe('groupbuys:error.unmapped');
  expect((await yard.prepare('douyin', old)).worthText).toBe('30 coins');
});

it('a deal gives points, free plays, or a package of coins and points', async () => {
  const points = await yard.deal('douyin', { kind: 'point', amount: 200 });
  const plays = await yard.deal('meituan', { kind: 'freePlay', amount: 3, days: 10 });
  const phone = yard.phone();
  await yard.verify('douyin', yard.sell('douyin', points.dealId), phone);
  await yard.verify('meituan', yard.sell('meituan', plays.dealId), phone);
  expect(await yard.held(phone, 'point')).toBe(200);
  const [sold] = (await merchant.call(calls.listDealPackages, { size: 50 })).records.filter(
    ({ coins }) => coins > 0,
  );
  const packed = await yard.deal('douyin', { kind: 'package', packageId: sold!.id });
  await yard.verify('douyin', yard.sell('douyin', packed.dealId), phone);
  expect(await yard.held(phone)).toBe(sold!.coins);
  expect(await yard.held(phone, 'point')).toBe(200 + sold!.points);
  expect(await yard.wrong()).toEqual([]);
});

it('a scanned short link is followed to the platform, and to nobody else', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 5 });
  const sold = yard.control('douyin').sell(deal.dealId)[0]!;
  expect(await yard.prepare('douyin', sold.qr)).toMatchObject({ title: deal.title });
  for (const link of [
    'https://example.com/share/coupon/?object_id=1',
    'http://127.0.0.1:1/x',
    'http://169.254.169.254/',
  ])
    expect((await refusal(yard.prepare('douyin', link))).key).toBe('groupbuys:refused.link');
});

it('another merchant reaches neither stores nor codes nor records', async () => {
  const deal = await yard.deal('douyin', { kind: 'coin', amount: 5 });
  const code = yard.sell('douyin', deal.dealId);
  expect((await refusal(yard.prepare('douyin', code, other))).status).toBe(404);
  const prepared = await yard.prepare('douyin', code);
  expect((await refusal(other.call(calls.verifyCode, { id: prepared.id, phone: yard.phone() }))).status).toBe(
    404,
  );
  const { id } = await merchant.call(calls.verifyCode, { id: prepared.id, phone: yard.phone() });
  expect((await refusal(other.call(calls.readVerification, { id }))).status).toBe(404);
  expect((await refusal(other.call(calls.cancelVerification, { id, reason: 'no' }))).status).toBe(404);
  expect((await other.call(calls.listVerifications, { platform: 'douyin' })).total).toBe(0);
  expect((await other.call(calls.listStores, { platform: 'douyin' })).total).toBe(0);
});

describe('a player', () => {
  it('redeems a code on the phone', async () => {
    const deal = await yard.deal('meituan', { kind: 'coin', amount: 9 });
    const { client } = await yard.guest();
    const code = yard.sell('meituan', deal.dealId);
    const shop = await client.call(calls.readOwnShop, { fieldId: automaticSite });
    expect(shop.platforms).toEqual(['douyin', 'meituan']);
    const prepared = await client.call(calls.prepareOwnCode, {
      fieldId: automaticSite,
      platform: 'meituan',
      code,
    });
    expect(prepared.worthText).toBe('9 coins');
    expect(await client.call(calls.redeemOwnCode, { id: prepared.id })).toMatchObject({
      state: 'granted',
      granted: 1,
    });
    const { records } = await client.call(calls.listOwnVerifications, {});
    expect(records).toMatchObject([{ title: deal.title, worthText: '9 coins', fieldId: automaticSite }]);
    const stranger = await yard.guest();
    expect((await refusal(stranger.client.call(calls.readOwnVerification, { id: prepared.id }))).status).toBe(
      404,
    );
    expect((await stranger.client.call(calls.listOwnVerifications, {})).total).toBe(0);
  });

  it('is told the same of unknown, used and refunded codes, and stopped after ten', async () => {
    const deal = await yard.deal('douyin', { kind: 'coin', amount: 5 });
    const used = yard.sell('douyin', deal.dealId);
    await yard.verify('douyin', used, yard.phone());
    const refunded = yard.sell('douyin', deal.dealId);
    await yard.control('douyin').refund(refunded);
    const unmapped = yard.sell('douyin', (await yard.deal('douyin', null)).dealId);
    const { client } = await yard.guest();
    const ask = (code: string) =>
      refusal(client.call(calls.prepareOwnCode, { fieldId: automaticSite, platform: 'douyin', code }));
    const answers = [];
    for (const code of ['000011112222', used, refunded, unmapped]) answers.push(await ask(code));
    expect(new Set(answers.map(({ key, message }) => `${key} ${message}`)).size).toBe(1);
    expect(answers[0]!.key).toBe('groupbuys:error.noGood');
    for (let guess = 0; guess < 6; guess++) await ask(`00002222333${guess}`);
    expect((await ask('000011112223')).key).toBe('groupbuys:error.tooManyTries');
    const good = yard.sell('douyin', deal.dealId);
    expect((await ask(good)).key).toBe('groupbuys:error.tooManyTries');
  });
});
