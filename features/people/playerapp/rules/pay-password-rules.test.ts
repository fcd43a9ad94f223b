import { expect, it } from 'vitest';
import { isWeak, spentWith } from './pay-password-rules.ts';

it('six equal digits and six in a row are weak, others are not', () => {
  for (const weak of ['000000', '777777', '123456', '234567', '987654', '543210'])
    expect([weak, isWeak(weak)]).toEqual([weak, true]);
  for (const fine of ['123457', '112233', '890123', '135790', '654312'])
    expect([fine, isWeak(fine)]).toEqual([fine, false]);
});

const rules = { freeFen: 5000, freeCoins: 50, spentDay: '2026-11-24', spentFen: 3000, spentCoins: 0 };

it('small payments add up over the day, money and coins apart', () => {
  expect(spentWith(rules, { unit: 'fen', amount: 2000 }, '2026-11-24')).toEqual({
    spentDay: '2026-11-24',
    spentFen: 5000,
    spentCoins: 0,
  });
  expect(spentWith(rules, { unit: 'fen', amount: 2001 }, '2026-11-24')).toBeUndefined();
  expect(spentWith(rules, { unit: 'coin', amount: 50 }, '2026-11-24')).toMatchObject({ spentCoins: 50 });
  expect(spentWith(rules, { unit: 'coin', amount: 51 }, '2026-11-24')).toBeUndefined();
});

it('a new day begins at nothing', () => {
  expect(spentWith(rules, { unit: 'fen', amount: 5000 }, '2026-11-25')).toEqual({
    spentDay: '2026-11-25',
    spentFen: 5000,
    spentCoins: 0,
  });
});

it('a limit of nothing asks for every payment', () => {
  expect(spentWith({ ...rules, freeFen: 0 }, { unit: 'fen', amount: 1 }, '2026-11-25')).toBeUndefined();
});
