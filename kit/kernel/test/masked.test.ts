import { expect, it } from 'vitest';
import { maskPhone, maskPhonesIn } from '../masked.ts';

it('hides the middle digits of phones, also inside of a text, and once', () => {
  expect(maskPhone('13812340001')).toBe('138****0001');
  expect(maskPhone(maskPhone('13812340001'))).toBe('138****0001');
  expect(maskPhone('Lin 13812340001 Zhangyang Road 500')).toBe('Lin 138****0001 Zhangyang Road 500');
  expect(maskPhone('0571-88886666')).toBe('0571-****6666');
  expect(maskPhone('')).toBe('');
});

it('leaves words, short numbers and long ones alone', () => {
  for (const text of ['Room 1206', '2026-11-18', '20261118000000013812340001', '林小雨'])
    expect(maskPhone(text)).toBe(text);
});

it('reaches every text of a value', () => {
  const at = new Date(0);
  expect(maskPhonesIn({ phone: '13812340001', list: [{ note: 'call 13900000002' }], count: 1, at })).toEqual({
    phone: '138****0001',
    list: [{ note: 'call 139****0002' }],
    count: 1,
    at,
  });
});
