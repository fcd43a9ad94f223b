import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#kit/contract/client.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { maxBankCards } from '../contract/banks.ts';
import { onboardingContract as calls } from '../contract.ts';
import { numbers } from './papers.ts';

let server: TestServer;
let merchant: Client;
let newcomer: Client;

beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.as('merchant', 'zh-cn');
  newcomer = await server.logIn('candybox');
});
afterAll(() => server.close());

const card = (cardNumber: string, holderName = '何佳怡') => ({
  holderName,
  bankCode: 'CCB',
  bankRegionCode: '330203',
  branchName: '宁波天一支行',
  cardNumber,
});
const bound = async (client: Client) => (await client.call(calls.listCards, {})).cards;

describe('binding a card', () => {
  it('needs a true number, a known bank and region', async () => {
    const refused = (input: object) =>
      refusalOf(newcomer.call(calls.bindCard, { ...card(numbers.cards[0]), ...input }));
    expect(await refused({ cardNumber: '6217000000000001003' })).toBe('onboarding:error.cardNumber');
    expect(await refused({ cardNumber: '6222020000000007' })).toBe('onboarding:error.cardNumber');
    expect(await refused({ bankCode: 'XX' })).toBe('onboarding:error.unknownBank');
    expect(await refused({ bankRegionCode: '999999' })).toBe('kit:validation.region');
    expect(await refused({ accountType: 'corporate', cardNumber: '1234567' })).toBe(
      'onboarding:error.cardNumber',
    );
    expect(await bound(newcomer)).toEqual([]);
  });

  it('binds one of the same number once, however often at once', async () => {
    const race = await Promise.all(
      Array.from({ length: 50 }, () =>
        refusalOf(newcomer.call(calls.bindCard, card('6217 0000 0000 0001 002'))),
      ),
    );
    expect(race.filter((key) => key === 'done')).toHaveLength(1);
    expect(new Set(race)).toEqual(new Set(['done', 'onboarding:error.cardBound']));
    expect(await bound(newcomer)).toMatchObject([{ isDefault: true, cardMasked: '6217***********1002' }]);
  });

  it('stops at five, however many at once', async () => {
    const race = await Promise.all(
      numbers.cards.slice(1).map((number) => refusalOf(newcomer.call(calls.bindCard, card(number)))),
    );
    expect(race.filter((key) => key === 'done')).toHaveLength(maxBankCards - 1);
    expect(race).toContain('onboarding:error.tooManyCards');
    expect((await bound(newcomer)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('keeps one default: by choice, and when the default is unbound', async () => {
    const last = (await bound(newcomer)).at(-1)!;
    await newcomer.call(calls.chooseDefaultCard, { id: last.id });
    expect((await bound(newcomer))[0]).toMatchObject({ id: last.id, isDefault: true });
    await newcomer.call(calls.unbindCards, { ids: [last.id] });
    const left = await bound(newcomer);
    expect(left).toHaveLength(maxBankCards - 1);
    expect(left.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(await refusalOf(newcomer.call(calls.unbindCards, { ids: [last.id] }))).toBe('kit:error.notFound');
    // unbound, it can be bound again
    const number = numbers.cards.find((one) => last.cardMasked.endsWith(one.slice(-4)))!;
    await newcomer.call(calls.bindCard, { ...card(number), isDefault: true });
    expect((await bound(newcomer))[0]).toMatchObject({ cardMasked: last.cardMasked, isDefault: true });
  });

  it('in the name of the verified person once there is one', async () => {
    expect(await refusalOf(merchant.call(calls.bindCard, card(numbers.cards[0], '别人')))).toBe(
      'onboarding:error.otherHolder',
    );
    await merchant.call(calls.bindCard, card(numbers.cards[0], '陈立新'));
    const corporate = { accountType: 'corporate' as const, cardNumber: numbers.corporateAccount };
    expect(
      await refusalOf(merchant.call(calls.bindCard, { ...card(numbers.cards[0], '陈立新'), ...corporate })),
    ).toBe('onboarding:error.otherHolder');
    await merchant.call(calls.bindCard, { ...card(numbers.cards[0], '杭州西湖欢乐抓抓乐园'), ...corporate });
    expect(await bound(merchant)).toHaveLength(3);
  });

  it('is not for clerks, and cards of others are not found', async () => {
    const clerk = await server.as('clerk');
    expect(await refusalOf(clerk.call(calls.bindCard, card(numbers.cards[2])))).toBe(
      'kit:error.noPermission',
    );
    const [mine] = await bound(merchant);
    expect(await refusalOf(newcomer.call(calls.unbindCards, { ids: [mine!.id] }))).toBe('kit:error.notFound');
    expect(await refusalOf(newcomer.call(calls.chooseDefaultCard, { id: mine!.id }))).toBe(
      'kit:error.notFound',
    );
    expect((await bound(newcomer)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('look-ups', () => {
  it('answer banks, regions, branches and the bank of a card', async () => {
    const banks = await merchant.call(calls.listBanks, { size: 10_000 });
    expect(banks.total).toBeGreaterThanOrEqual(60);
    expect(banks.records).toHaveLength(banks.total);
    const provinces = await merchant.call(calls.listBankAreas, {});
    expect(provinces.find(({ code }) => code === '330000')).toMatchObject({
      name: '浙江省',
      hasChildren: true,
    });
    const cities = await merchant.call(calls.listBankAreas, { pcode: '330000' });
    expect(cities.some(({ code }) => code === '330100')).toBe(true);
    const districts = await merchant.call(calls.listBankAreas, { pcode: '330100' });
    expect(districts.find(({ code }) => code === '330106')).toMatchObject({ hasChildren: false });
    expect(await merchant.call(calls.listBankAreas, { pcode: '999999' })).toEqual([]);
    expect(await merchant.call(calls.listBranches, { bank: 'CMB', area: '330106' })).toMatchObject([
      { branchName: '招商银行杭州分行' },
      {},
      {},
    ]);
    expect(await merchant.call(calls.readCardBank, { cardNumber: '6217000000' })).toMatchObject({
      bank: { bankCode: 'CCB' },
      cardKind: 'debit',
      length: 19,
      valid: null,
    });
    expect(await merchant.call(calls.readCardBank, { cardNumber: numbers.cards[0] })).toMatchObject({
      valid: true,
    });
    expect(await merchant.call(calls.readCardBank, { cardNumber: '000000000000' })).toMatchObject({
      bank: null,
    });
    const byAddress = (cardNumber: string) => merchant.call(calls.readBankOfBeginning, { cardNumber });
    expect(await byAddress('6217000000')).toMatchObject({ bank: { bankCode: 'CCB' } });
    expect(await refusalOf(byAddress(numbers.cards[0]!))).toBe('onboarding:error.cardBeginning');
  });
});
