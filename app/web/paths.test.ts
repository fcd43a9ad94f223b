import { expect, test } from 'vitest';
import { createPath, matchPath, parsePath } from './paths.ts';

test('an address fits a path with its parameters, to the letter and with a slash at its end or without', () => {
  expect(matchPath('/redPacket/detail/:id', '/redPacket/detail/9')).toEqual({ id: '9' });
  expect(matchPath('/shop/:id', '/shop/a%20b%2Fc/')).toEqual({ id: 'a b/c' });
  expect(matchPath('/home', '/home')).toEqual({});
  expect(matchPath('/home', '/Home')).toBeUndefined();
  expect(matchPath('/home', '/home/x')).toBeUndefined();
  expect(matchPath('/a.b', '/axb')).toBeUndefined();
});

test('what can not be decoded is taken as it stands', () => {
  expect(matchPath('/shop/:id', '/shop/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
});

test.each(['/home', '/home?a=1', '/home?a=1#top', '/home#top', '?a=1', '#top'])(
  'the parts of %s make it again',
  (path) => {
    const parts = parsePath(path);
    expect(createPath({ ...parts, pathname: parts.pathname ?? '' })).toBe(path);
  },
);

test('marks are added where they are missing, and lone ones dropped', () => {
  expect(createPath({ pathname: '/x', search: 'a=1', hash: 'top' })).toBe('/x?a=1#top');
  expect(createPath({ pathname: '/x', search: '?', hash: '#' })).toBe('/x');
});
