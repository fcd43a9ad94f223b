import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { AtStore, DealAccess, DealOutcome, DealPlatform, DealReach } from '../deal-platform.ts';
import { createMeituan } from './client.ts';
import { signOf } from './signing.ts';
import { type MeituanSimulator, startMeituanSimulator } from './simulator.ts';

const app = { developerId: '100001', signKey: 'right-key' };
const stores = ['a1', 'b2', 'c3'].map((storeId) => ({
  storeId,
  name: `门店 ${storeId}`,
  address: '世纪大道 1 号',
  cityName: '上海市',
  latitude: 31.2,
  longitude: 121.5,
}));
const [firstStore = '', otherStore = ''] = stores.map(({ storeId }) => storeId);
const accountId = 'customer1';
const beginning = Date.parse('2026-11-18T10:00:00+08:00');
const returnUrl = 'http://ours.example/return';

let nowMs = beginning;
const clock = { now: () => new Date(nowMs) };
const pass = (ms: number) => {
  nowMs += ms;
};
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  nowMs = beginning;
});

function answered<T>(outcome: DealOutcome<T> | undefined): T {
  if (outcome?.kind !== 'done') throw new Error(`expected an answer, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}
const reasonOf = (outcome: DealOutcome<unknown> | undefined) =>
  outcome?.kind === 'refused' ? outcome.refusal.reason : outcome?.kind;

const clientOf = (simulator: MeituanSimulator, more: Partial<Parameters<typeof createMeituan>[0]> = {}) =>
  createMeituan({
    ...app,
    clock,
    baseUrl: simulator.url,
    authoriseUrl: simulator.authoriseUrl,
    timeoutMs: 2000,
    ...more,
  });

/** The merchant says yes on the platform's page; what the browser brings back. */
async function agree(meituan: DealPlatform, reach: DealReach, choice: string, state = 'state.1') {
  const url = meituan.authorisationUrl({ state, reach });
  const page = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  });
  const location = new URL(page.headers.get('location') ?? 'http://none/');
  return meituan.readReturn?.(Object.fromEntries(location.searchParams));
}
async function accessFor(meituan: DealPlatform, reach: DealReach, choice: string): Promise<DealAccess> {
  const brought = await agree(meituan, reach, choice);
  return answered(await meituan.exchange?.({ code: brought?.code ?? '', reach }));
}

async function open() {
  const simulator = await startMeituanSimulator({
    ...app,
    accountId,
    accountName: '星光',
    stores,
    clock,
    returnUrl: () => returnUrl,
  });
  stops.push(simulator.stop);
  const { dealId } = simulator.control.addDeal({ title: '30 枚', priceFen: 1990, originalFen: 3000 });
  const meituan = clientOf(simulator);
  const at: AtStore = { access: await accessFor(meituan, 'store', firstStore), storeId: firstStore };
  return { meituan, simulator, dealId, at };
}

const request = (at: AtStore, ref: string, requestId = 'r1', uses = 1) => ({
  ...at,
  prepared: ref,
  ref,
  uses,
  requestId,
  operatorName: '王店员',
});

describe('authorisation at Meituan', () => {
  test('brings the browser back with our state and a code, which works once within ten minutes', async () => {
    const { meituan } = await open();
    const brought = await agree(meituan, 'store', otherStore, 'mine');
    expect(brought?.state).toBe('mine');
    const exchange = () => meituan.exchange?.({ code: brought?.code ?? '', reach: 'store' });
    expect(answered(await exchange())).toMatchObject({
      reach: 'store',
      accountId: otherStore,
      name: '门店 b2',
      expiresAt: new Date(beginning + 30 * dayMs),
      refreshUntil: new Date(beginning + 35 * dayMs),
    });
    expect(reasonOf(await exchange())).toBe('notAuthorised');
    const late = await agree(meituan, 'store', otherStore);
    pass(11 * minuteMs);
    expect(reasonOf(await meituan.exchange?.({ code: late?.code ?? '', reach: 'store' }))).toBe(
      'notAuthorised',
    );
  });

  test('is refused to an address that somebody changed', async () => {
    const { meituan } = await open();
    const url = new URL(meituan.authorisationUrl({ state: 'mine', reach: 'store' }));
    url.searchParams.set('state', 'theirs');
    expect((await fetch(url)).status).toBe(400);
  });

  test('lasts thirty days, is renewed within thirty-five, and is over then', async () => {
    const { meituan, at } = await open();
    pass(31 * dayMs);
    expect(reasonOf(await meituan.listDeals(at))).toBe('notAuthorised');
    const renewed = answered(await meituan.refresh?.(at.access));
    expect(renewed).toMatchObject({ accountId: firstStore, expiresAt: new Date(nowMs + 30 * dayMs) });
    expect((await meituan.listDeals({ ...at, access: renewed })).kind).toBe('done');
    expect(reasonOf(await meituan.refresh?.(at.access))).toBe('notAuthorised');
    pass(36 * dayMs);
    expect(reasonOf(await meituan.refresh?.(renewed))).toBe('notAuthorised');
  });

  test('of the account lists stores, of a store its codes, and neither the other', async () => {
    const { meituan, at } = await open();
    const access = await accessFor(meituan, 'account', accountId);
    expect(answered(await meituan.listStores({ access })).rows).toMatchObject(
      stores.map(({ storeId, name }) => ({ storeId, name, cityName: '上海市' })),
    );
    expect((await meituan.listStores({ access: at.access })).kind).toBe('refused');
    expect((await meituan.listDeals({ access, storeId: firstStore })).kind).toBe('refused');
  });

  test('ends when the merchant takes it back', async () => {
    const { meituan, simulator, at } = await open();
    simulator.control.endAuthorisation(firstStore);
    expect(reasonOf(await meituan.listDeals(at))).toBe('notAuthorised');
  });
});

describe('signatures of Meituan', () => {
  test('leave out empty values and themselves, in the order of names', () => {
    expect(signOf('key', { b: '2', a: '1', empty: '', sign: 'x' })).toBe(
      createHash('sha1').update('keya1b2').digest('hex'),
    );
  });

  test('made with another key are refused', async () => {
    const { simulator, at } = await open();
    expect((await clientOf(simulator, { signKey: 'wrong' }).listDeals(at)).kind).toBe('refused');
  });
});

describe('a code of Meituan', () => {
  test('is prepared, verified with the money of both sides, and is used then', async () => {
    const { meituan, simulator, dealId, at } = await open();
    const [sold] = simulator.control.sell(dealId);
    const { code = '' } = sold ?? {};
    const prepared = answered(await meituan.prepare({ ...at, said: `${code.slice(0, 4)} ${code.slice(4)}` }));
    expect(prepared).toMatchObject({
      orderId: sold?.orderId,
      codes: [
        {
          ref: code,
          dealId,
          title: '30 枚',
          paidFen: 1990,
          originalFen: 3000,
          usesTotal: 1,
          usesLeft: 1,
          expiresAt: sold?.expiresAt,
        },
      ],
    });
    const verified = answered(await meituan.verify(request(at, code)));
    const [use] = simulator.control.uses();
    expect(verified.uses).toMatchObject([
      {
        verifyId: use?.verifyId,
        certificateId: code,
        settlement: { paidFen: 1990, platformSubsidyFen: 60, merchantSubsidyFen: 40, settledFen: 1950 },
      },
    ]);
    expect(reasonOf(await meituan.prepare({ ...at, said: code }))).toBe('codeUsed');
    expect(answered(await meituan.codeState({ ...at, ref: code }))).toMatchObject({ standing: 'used' });
  });

  test('that is unknown, refunded, over or of another store is told apart', async () => {
    const { meituan, simulator, dealId, at } = await open();
    const other = simulator.control.addDeal({
      title: '别店',
      priceFen: 100,
      originalFen: 100,
      storeIds: [otherStore],
    });
    const [refunded = '', elsewhere = '', old = ''] = [dealId, other.dealId, dealId].map(
      (id) => simulator.control.sell(id)[0]?.code ?? '',
    );
    await simulator.control.refund(refunded);
    const ask = async (said: string) => reasonOf(await meituan.prepare({ ...at, said }));
    expect(await ask('999999999999')).toBe('codeUnknown');
    expect(await ask('abc')).toBe('codeUnknown');
    expect(await ask('https://evil.example/1')).toBe('link');
    expect(await ask(refunded)).toBe('codeRefunded');
    expect(await ask(elsewhere)).toBe('otherStore');
    pass(29 * dayMs);
    at.access = answered(await meituan.refresh?.(at.access));
    pass(29 * dayMs);
    at.access = answered(await meituan.refresh?.(at.access));
    pass(29 * dayMs);
    at.access = answered(await meituan.refresh?.(at.access));
    pass(9 * dayMs);
    expect(await ask(old)).toBe('codeExpired');
  });

  test('of an order of three verifies as many as are asked for, each under its own code', async () => {
    const { meituan, simulator, dealId, at } = await open();
    const pieces = simulator.control.sell(dealId, 3).map(({ code }) => code);
    const [first = ''] = pieces;
    expect(answered(await meituan.prepare({ ...at, said: first })).codes[0]?.usesLeft).toBe(3);
    const { uses } = answered(await meituan.verify(request(at, first, 'r1', 3)));
    expect(new Set(uses.map(({ certificateId }) => certificateId))).toEqual(new Set(pieces));
  });

  test('with several uses counts down', async () => {
    const { meituan, simulator, at } = await open();
    const card = simulator.control.addDeal({ title: '3 次卡', priceFen: 1000, originalFen: 2000, uses: 3 });
    const said = simulator.control.sell(card.dealId)[0]?.code ?? '';
    const parts: number[] = [];
    for (const left of [3, 2, 1]) {
      const [code] = answered(await meituan.prepare({ ...at, said })).codes;
      expect(code).toMatchObject({ usesTotal: 3, usesLeft: left });
      const { uses } = answered(await meituan.verify(request(at, said, `r${left}`)));
      expect(uses[0]?.settlement?.paidFen).toBe(code?.paidFen);
      parts.push(code?.paidFen ?? 0);
    }
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1000);
    expect(reasonOf(await meituan.prepare({ ...at, said }))).toBe('codeUsed');
  });
});

describe('a lost answer of Meituan', () => {
  test('is unknown; the same request id is the same verification', async () => {
    const { meituan, simulator, dealId, at } = await open();
    const said = simulator.control.sell(dealId)[0]?.code ?? '';
    simulator.control.trouble({ lostShare: 1, only: (path) => path.endsWith('/consume') });
    expect((await meituan.verify(request(at, said))).kind).toBe('unknown');
    simulator.control.trouble({});
    const again = answered(await meituan.verify({ ...request(at, said), firstSentAt: clock.now() }));
    expect(simulator.control.uses().map(({ verifyId }) => verifyId)).toEqual([again.uses[0]?.verifyId]);
    expect(reasonOf(await meituan.verify(request(at, said, 'other')))).toBe('codeUsed');
  });

  test('is asked for in the records, by our request id, without verifying', async () => {
    const { meituan, simulator, dealId, at } = await open();
    const [said = '', elsewhere = ''] = simulator.control.sell(dealId, 2).map(({ code }) => code);
    const asked = { ...request(at, said), firstSentAt: clock.now() };
    simulator.control.trouble({ droppedShare: 1, only: (path) => path.endsWith('/consume') });
    expect((await meituan.verify(request(at, said))).kind).toBe('unknown');
    expect(answered(await meituan.verificationOf(asked))).toEqual({ verified: undefined });
    expect(simulator.control.uses()).toHaveLength(0);
    simulator.control.trouble({ lostShare: 1, only: (path) => path.endsWith('/consume') });
    expect((await meituan.verify(request(at, said))).kind).toBe('unknown');
    pass(minuteMs);
    const { verified } = answered(await meituan.verificationOf(asked));
    expect(verified).toMatchObject({ uses: [{ certificateId: said }], verifiedAt: new Date(beginning) });
    simulator.control.useElsewhere(elsewhere, firstStore);
    const other = { ...request(at, elsewhere, 'r2'), firstSentAt: clock.now() };
    expect(answered(await meituan.verificationOf(other))).toEqual({ verified: undefined });
  });

  test('an outage and "busy" say nothing, "too often" says that nothing happened', async () => {
    const { meituan, simulator, dealId, at } = await open();
    const said = simulator.control.sell(dealId)[0]?.code ?? '';
    simulator.control.trouble({ outage: true });
    expect((await meituan.verify(request(at, said))).kind).toBe('unknown');
    simulator.control.trouble({});
    simulator.control.refuseNext('/consume', 'OP_SYSTEM_ERROR', '系统异常，请稍后重试');
    expect((await meituan.verify(request(at, said))).kind).toBe('unknown');
    simulator.control.limitPerSecond(0);
    expect((await meituan.verify(request(at, said))).kind).toBe('limited');
    simulator.control.limitPerSecond(undefined);
    expect(simulator.control.uses()).toHaveLength(0);
  });
});

describe('cancelling at Meituan', () => {
  const cancelling = (at: AtStore, cancelKey = '') => ({
    ...at,
    cancelKey,
    requestId: 'c1',
    operatorName: '王',
  });

  test('works as long as the platform lets it, and its reason is told', async () => {
    const { meituan, simulator, dealId, at } = await open();
    const [first = '', second = ''] = simulator.control.sell(dealId, 2).map(({ code }) => code);
    const keyOf = async (said: string, id: string) =>
      answered(await meituan.verify(request(at, said, id))).uses[0]?.cancelKey ?? '';
    const [early, late] = [await keyOf(first, 'r1'), await keyOf(second, 'r2')];
    pass(9 * minuteMs);
    expect((await meituan.cancel(cancelling(at, early))).kind).toBe('done');
    expect(reasonOf(await meituan.cancel(cancelling(at, early)))).toBe('cancelledBefore');
    pass(2 * minuteMs);
    expect(await meituan.cancel(cancelling(at, late))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'tooLate', text: '核销已超过10分钟，不支持撤销' },
    });
    expect(simulator.control.uses().map(({ state }) => state)).toEqual(['cancelled', 'verified']);
  });

  test('of a card said again takes back one use and not the one before', async () => {
    const { meituan, simulator, at } = await open();
    const card = simulator.control.addDeal({ title: '3 次卡', priceFen: 900, originalFen: 900, uses: 3 });
    const said = simulator.control.sell(card.dealId)[0]?.code ?? '';
    await meituan.verify(request(at, said, 'r1'));
    pass(secondMs);
    const last = answered(await meituan.verify(request(at, said, 'r2'))).uses[0]?.cancelKey;
    simulator.control.trouble({ lostShare: 1, only: (path) => path.endsWith('/reverseconsume') });
    expect((await meituan.cancel(cancelling(at, last))).kind).toBe('unknown');
    simulator.control.trouble({});
    expect(reasonOf(await meituan.cancel(cancelling(at, last)))).toBe('cancelledBefore');
    expect(simulator.control.uses().map(({ state }) => state)).toEqual(['verified', 'cancelled']);
  });
});

describe('lists of Meituan', () => {
  test('tell deals page by page, and a deal for another store not at all', async () => {
    const { meituan, simulator, at } = await open();
    for (let one = 0; one < 120; one += 1)
      simulator.control.addDeal({
        title: `券 ${one}`,
        priceFen: 100,
        originalFen: 200,
        storeIds: one < 5 ? [otherStore] : [],
      });
    const first = answered(await meituan.listDeals(at));
    const second = answered(await meituan.listDeals({ ...at, cursor: first.next ?? '' }));
    expect([first.rows.length, second.rows.length, second.next]).toEqual([100, 16, undefined]);
  });

  test('tell the records of a day with refunds after the use, more than fit on one page', async () => {
    const { meituan, simulator, dealId, at } = await open();
    for (let one = 0; one < 305; one += 1)
      simulator.control.usedBefore({
        dealId,
        storeId: firstStore,
        at: new Date(beginning),
        requestId: `p${one}`,
      });
    simulator.control.usedBefore({ dealId, storeId: firstStore, at: new Date(beginning - dayMs) });
    simulator.control.usedBefore({ dealId, storeId: otherStore, at: new Date(beginning) });
    await simulator.control.refund(simulator.control.uses()[7]?.code ?? '');
    const first = answered(await meituan.records({ ...at, day: '2026-11-18' }));
    const second = answered(await meituan.records({ ...at, day: '2026-11-18', cursor: first.next ?? '' }));
    const all = [...first.rows, ...second.rows];
    expect([all.length, second.next]).toEqual([305, undefined]);
    expect(new Set(all.map(({ requestId }) => requestId)).size).toBe(305);
    expect(all.filter(({ state }) => state === 'refunded').map(({ recordId }) => recordId)).toEqual([
      simulator.control.uses()[7]?.recordId,
    ]);
  });
});
