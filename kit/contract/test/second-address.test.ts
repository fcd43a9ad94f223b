import { expect, it } from 'vitest';
import { secondAddressOf, stayUnder } from '../second-address.ts';

it('a page of the group has a second address, others have none', () => {
  expect(
    ['/integralStore', '/integralStore/sell', '/integralStore2/sell', '/sites'].map(secondAddressOf),
  ).toEqual(['/integralStore2', '/integralStore2/sell', undefined, undefined]);
});

it('a reader who came by the second address stays under it', () => {
  const at = '/integralStore2/goodManage';
  expect(stayUnder(at, '/integralStore/sell?tab=1')).toBe('/integralStore2/sell?tab=1');
  expect(stayUnder(at, '/integralStore?x=1')).toBe('/integralStore2?x=1');
  expect(stayUnder(at, '/integralStore2/sell')).toBe('/integralStore2/sell');
  expect(stayUnder(at, '?page=2')).toBe('?page=2');
  expect(stayUnder(at, '/home')).toBe('/home');
  expect(stayUnder('/integralStore/goodManage', '/integralStore/sell')).toBe('/integralStore/sell');
});
