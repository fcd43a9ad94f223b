import { beforeAll, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { wrongOf } from '#features/base/accounts/test/support.ts';
import type { Client } from '#kit/contract/client.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { maxBankCards } from '../contract/banks.ts';
import { onboardingContract as calls } from '../contract.ts';
import { replaceBranches } from '../server/public.ts';
import { numbers, passPapers, proofOf } from './papers.ts';

const { server, staff } = testServer();
const merchant = staff('merchant', 'zh-cn');
let newcomer: Client;

beforeAll(async () => {
  newcomer = await server.logIn('candybox');
});

const card = (cardNumber: string, holderName = '方小川') => ({
  holderName,
  bankCode: 'CCB',
  bankRegionCode: '330203',
  branchName: '宁波天一支行',
  cardNumber,
});
const bound = async (client: Client) => (await client.call(calls.listCards, {})).cards;
type Wish = ReturnType<typeof card> & { accountType?: 'corporate'; isDefault?: boolean };
/** With the password and a code of the person. */
const bind = async (client: Client, account: string, wish: Wish) =>
  client.call(calls.bindCard, { ...wish, ...(await proofOf(server, account)) });

describe('binding a card', () => {
  it('needs a person whom the platform has verified', async () => {
    expect(await refusalOf(bind(newcomer, 'candybox', card(numbers.cards[0], '何佳怡')))).toBe(
      'onboarding:error.verifyFirst',
    );
    expect(await bound(newcomer)).toEqual([]);
    await passPapers(server, 'candybox');
    // the account that passed is the first card
    const cards = await bound(newcomer);
    expect(cards).toMatchObject([{ holderName: '方小川', isDefault: true }]);
    await newcomer.call(calls.unbindCards, { ids: [cards[0]!.id] });
  });

  it('needs the password and a code on the own phone, once', async () => {
    const wish = card(numbers.cards[0]);
    const proof = await proofOf(server, 'candybox');
    const refused = (input: object) =>
      refusalOf(newcomer.call(calls.bindCard, { ...wish, ...proof, ...input }));
    expect(await refused({ password: server.encrypt('Wrong123') })).toBe('accounts:error.wrongPassword');
    expect(await refused({ code: wrongOf(proof.code) })).toBe('accounts:error.codeWrong');
    expect(await refused({ password: undefined })).toBe('kit:validation.required');
    expect(await bound(newcomer)).toEqual([]);
    const { id } = await newcomer.call(calls.bindCard, { ...wish, ...proof });
    expect(await refused({ cardNumber: numbers.cards[1] })).toBe('accounts:error.codeWrong');
    await newcomer.call(calls.unbindCards, { ids: [id] });
    // a code for a card goes to the caller's phone, and to nobody who is not logged in
    const send = (client: Client, phone: string) =>
      refusalOf(client.call(accountsContract.sendCode, { phone, type: 'card' }));
    expect(await send(newcomer, '13800000003')).toBe('accounts:error.otherPhone');
    expect(await send(await server.as(undefined), '13800000011')).toBe('kit:error.loginExpired');
    server.clock.forward(2 * minuteMs);
    expect(await send(newcomer, '13800000011')).toBe('done');
  });

  it('needs a true number, a known bank and region', async () => {
    const refused = (input: object) =>
      refusalOf(bind(newcomer, 'candybox', { ...card(numbers.cards[0]), ...input }));
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
    const wish = { ...card('6217 0000 0000 0001 002'), ...(await proofOf(server, 'candybox')) };
    const race = await Promise.all(
      Array.from({ length: 10 }, () => refusalOf(newcomer.call(calls.bindCard, wish))),
    );
    expect(race.filter((key) => key === 'done')).toHaveLength(1);
    expect(await refusalOf(bind(newcomer, 'candybox', card(numbers.cards[0])))).toBe(
      'onboarding:error.cardBound',
    );
    expect(await bound(newcomer)).toMatchObject([{ isDefault: true, cardMasked: '6217***********1002' }]);
  });

  it('stops at five', async () => {
    const outcomes: string[] = [];
    for (const number of numbers.cards.slice(1))
      outcomes.push(await refusalOf(bind(newcomer, 'candybox', card(number))));
    expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'onboarding:error.tooManyCards']);
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
    await bind(newcomer, 'candybox', { ...card(number), isDefault: true });
    expect((await bound(newcomer))[0]).toMatchObject({ cardMasked: last.cardMasked, isDefault: true });
  });

  it('in the name of the verified person or company', async () => {
    const asMerchant = (wish: Wish) => bind(merchant, 'merchant', wish);
    expect(await refusalOf(asMerchant(card(numbers.cards[0], '别人')))).toBe('onboarding:error.otherHolder');
    await asMerchant(card(numbers.cards[0], '陈立新'));
    const corporate = { accountType: 'corporate' as const, cardNumber: numbers.corporateAccount };
    expect(await refusalOf(asMerchant({ ...card(numbers.cards[0], '陈立新'), ...corporate }))).toBe(
      'onboarding:error.otherHolder',
    );
    await asMerchant({ ...card(numbers.cards[0], '杭州西湖欢乐抓抓乐园'), ...corporate });
    expect(await bound(merchant)).toHaveLength(3);
  });

  it('is not for clerks, and cards of others are not found', async () => {
    const clerk = await server.as('clerk');
    expect(await refusalOf(bind(clerk, 'clerk', card(numbers.cards[2])))).toBe('kit:error.noPermission');
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

  it('answer from the operator’s own table of branches where there is one', async () => {
    const admin = await server.logIn('admin');
    expect(await admin.call(calls.readBranchImport, {})).toEqual({ branches: 0, importedAt: null });
    const branches = [
      { bankCode: 'CMB', regionCode: '330203', branchName: '宁波天一支行' },
      { bankCode: 'CMB', regionCode: '330106', branchName: '杭州文三路支行' },
      { bankCode: 'CMB', regionCode: '320508', branchName: '苏州观前街支行' },
    ];
    const { db, clock } = server.services;
    await db.transaction((tx) => replaceBranches(tx, branches, clock.now()));
    const found = async (bank: string, area: string) =>
      (await (await server.logIn('merchant')).call(calls.listBranches, { bank, area })).map(
        ({ branchName }) => branchName,
      );
    expect(await found('CMB', '330110')).toEqual(['杭州文三路支行', '宁波天一支行']);
    expect((await found('ICBC', '330106')).length).toBeGreaterThan(0);
    expect(await admin.call(calls.readBranchImport, {})).toMatchObject({ branches: 3 });
  });
});
