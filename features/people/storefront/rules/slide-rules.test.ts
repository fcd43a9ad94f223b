import { expect, it } from 'vitest';
import { isAllowed, stateOn, targetOf } from './slide-rules.ts';

const origins = ['https://mp.weixin.qq.com'];
const days = { enabled: true, fromDay: '2026-10-01', toDay: '2026-10-07' };

it.each([
  ['2026-09-30', 'waiting'],
  ['2026-10-01', 'shown'],
  ['2026-10-07', 'shown'],
  ['2026-10-08', 'over'],
] as const)('on %s the picture is %s', (day, state) => {
  expect(stateOn(days, day)).toBe(state);
});

it('a picture that was put away is off on every day', () => {
  expect(stateOn({ ...days, enabled: false }, '2026-10-03')).toBe('off');
});

it('a picture without days is shown always', () => {
  expect(stateOn({ enabled: true, fromDay: null, toDay: null }, '2026-10-03')).toBe('shown');
});

it.each(['https://mp.weixin.qq.com/s/abc', 'https://mp.weixin.qq.com/s?__biz=1#rd'])(
  'leads to an allowed host: %s',
  (address) => {
    expect(isAllowed(address, origins)).toBe(true);
  },
);

it.each([
  'http://mp.weixin.qq.com/s/abc',
  'https://mp.weixin.qq.com.evil.example/s',
  'https://mp.weixin.qq.com@evil.example/',
  'https://user@mp.weixin.qq.com/',
  'https://mp.weixin.qq.com:8443/',
  'https://evil.example/https://mp.weixin.qq.com',
  'https://127.0.0.1/',
  'javascript:alert(1)',
  '/program',
  '',
])('leads nowhere else: %s', (address) => {
  expect(isAllowed(address, origins)).toBe(false);
});

it('a page of ours is opened for the shop in which the picture is seen', () => {
  expect(targetOf({ link: 'page', page: 'cards', address: null }, 'a1', origins)).toBe(
    '/benefit_card_shop?fieldId=a1',
  );
});

it('a host that is allowed no longer is led to no longer', () => {
  const slide = { link: 'outside', page: null, address: 'https://mp.weixin.qq.com/s/abc' } as const;
  expect(targetOf(slide, 'a1', origins)).toBe(slide.address);
  expect(targetOf(slide, 'a1', [])).toBeNull();
});
