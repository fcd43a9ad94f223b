import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRegionCode } from '#kit/kernel/regions.ts';
import { isCardNumber, isCorporateAccount, isCreditCode, isLuhnNumber } from '../checks.ts';
import branches from '../data/branches.json' with { type: 'json' };
import { bankName, cardRange, findBanks, findBranches, isBank, isValidCard } from '../rules/bank-rules.ts';
import { readBranchTable } from '../rules/branch-table.ts';

describe('card numbers', () => {
  it('have a check digit: any one digit changed is noticed', () => {
    const number = '6222020000000000018';
    expect(isLuhnNumber(number)).toBe(true);
    fc.assert(
      fc.property(fc.nat(number.length - 1), fc.integer({ min: 1, max: 9 }), (at, add) => {
        const digit = (Number(number[at]) + add) % 10;
        expect(isLuhnNumber(number.slice(0, at) + digit + number.slice(at + 1))).toBe(false);
      }),
    );
  });

  it.each([
    ['4111111111111111', true],
    ['622202000000000001', false],
    ['12345678', false],
    ['', false],
    ['62220200000000000a8', false],
    ['62220200000000000180', false],
  ])('%s → %s', (number, valid) => expect(isCardNumber(number)).toBe(valid));

  it('tell their bank by the longest known beginning, and its length', () => {
    expect(cardRange('6222020000000000018')).toEqual({ bankCode: 'ICBC', cardKind: 'debit', length: 19 });
    expect(cardRange('9559500')).toMatchObject({ bankCode: 'ABC' });
    expect(cardRange('622588')).toMatchObject({ bankCode: 'CMB', cardKind: 'debit', length: 16 });
    expect(cardRange('622575')).toMatchObject({ bankCode: 'CMB', cardKind: 'credit' });
    expect(cardRange('000000')).toBeUndefined();
    expect(cardRange('')).toBeUndefined();
  });

  it('are wrong when they are too long or too short for their bank', () => {
    expect(isValidCard('6222020000000000018')).toBe(true);
    // a true check digit, but cards of this bank have 19 digits
    expect(isLuhnNumber('6222020000000007')).toBe(true);
    expect(isValidCard('6222020000000007')).toBe(false);
    expect(isValidCard('622202')).toBeUndefined();
  });

  it('of companies are only digits', () => {
    expect(isCorporateAccount('1202020209900123456')).toBe(true);
    expect(isCorporateAccount('1234567')).toBe(false);
    expect(isCorporateAccount('12345678a')).toBe(false);
  });
});

describe('unified social credit codes', () => {
  it.each(['9144030071526726XG', '91330100799655058B', '914403001922038216', '92330106MA00000013'])(
    '%s is one',
    (code) => expect(isCreditCode(code)).toBe(true),
  );
  it.each(['9144030071526726XH', '914403001922038217', '91440300192203821', '', 'IOSVZ3001922038216'])(
    '%s is none',
    (code) => expect(isCreditCode(code)).toBe(false),
  );
});

describe('a table of branches', () => {
  it('is read with codes or names of banks, with or without a heading, each branch once', () => {
    const table =
      '\uFEFF银行,地区,支行\r\nCMB,330106,招商银行杭州文三路支行\n"招商银行"\t330106\t招商银行杭州文三路支行\n\nICBC;320508;"工行, 观前街支行"\n';
    expect(readBranchTable(table)).toEqual({
      branches: [
        { bankCode: 'CMB', regionCode: '330106', branchName: '招商银行杭州文三路支行' },
        { bankCode: 'ICBC', regionCode: '320508', branchName: '工行, 观前街支行' },
      ],
      problems: [],
    });
  });

  it('says of each wrong line what is wrong with it', () => {
    const table = 'CMB,330106,好支行\nXX,330106,某支行\nCMB,999999,某支行\nCMB,330106\nCMB,330106,x';
    expect(readBranchTable(table).problems).toEqual([
      { line: 2, problem: 'bank' },
      { line: 3, problem: 'region' },
      { line: 4, problem: 'columns' },
      { line: 5, problem: 'name' },
    ]);
  });
});

describe('the bank directory', () => {
  it('knows many banks in both languages, found by a part of the name', () => {
    expect(findBanks('zh-cn').length).toBeGreaterThanOrEqual(60);
    expect(findBanks('zh-cn', '招商')).toEqual([{ bankCode: 'CMB', bankName: '招商银行' }]);
    expect(findBanks('en-us', 'merchants')[0]).toEqual({ bankCode: 'CMB', bankName: 'China Merchants Bank' });
    expect(isBank('CMB')).toBe(true);
    expect(isBank('toString')).toBe(false);
    expect(bankName('NONE', 'zh-cn')).toBe('NONE');
  });

  it('lists branches by region, the nearest first, each in a true region', () => {
    for (const known of Object.values(branches))
      for (const code of Object.keys(known)) expect(isRegionCode(code)).toBe(true);
    expect(findBranches('CCB', '320508')[0]).toEqual({
      branchName: '中国建设银行苏州分行',
      regionCode: '320500',
    });
    expect(findBranches('ICBC', '330106').map(({ branchName }) => branchName)).toEqual([
      '中国工商银行浙江省分行',
      '中国工商银行宁波市分行',
    ]);
    expect(findBranches('ICBC', undefined).length).toBeGreaterThan(30);
    expect(findBranches('constructor', '330106')).toEqual([]);
  });
});
