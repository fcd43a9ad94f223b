import { describe, expect, test } from 'vitest';
import type { Audience, Screen } from '#kit/contract/screen.ts';
import { placeScreens } from '#kit/contract/screen-places.ts';
import {
  decide,
  findScreen,
  type GuardContext,
  safeRedirect,
  siteOfVisit,
  slideDirection,
} from './guards.ts';
import { isPlayerPath } from './public-paths.ts';

const screen = (path: Screen['path'], audience: Audience = 'staff'): Screen => ({
  path,
  title: path,
  audience,
  depth: 1,
  load: () => Promise.reject(new Error('not loaded in this test')),
});

const screens = [
  screen('/home'),
  screen('/login', 'anyone'),
  screen('/setup', 'anyone'),
  screen('/index', 'player'),
  screen('/errorPage', 'player'),
  screen('/redPacket/:id'),
  screen('/redPacket/addRedpacket'),
];

const visit = (pathname: string, over: Partial<GuardContext<Screen>> = {}, search = '') =>
  decide({ pathname, search }, { screens, loggedIn: false, absence: 'none', setupNeeded: false, ...over });

const shown = (decision: ReturnType<typeof visit>) =>
  decision.kind === 'show' ? decision.screen.path : decision;

describe('without a login', () => {
  test('public and player pages open', () => {
    expect(shown(visit('/login'))).toBe('/login');
    expect(shown(visit('/index'))).toBe('/index');
  });

  test('a staff page leads to the login with the way back', () => {
    expect(visit('/home', {}, '?site=1')).toEqual({
      kind: 'redirect',
      to: '/login?redirect=%2Fhome%3Fsite%3D1',
    });
    expect(visit('/')).toEqual({ kind: 'redirect', to: '/login' });
  });

  test('there is no way back after logging out', () => {
    expect(visit('/home', { absence: 'loggedOut' })).toEqual({ kind: 'redirect', to: '/login' });
  });

  test('paths under /program need no login, paths that only begin alike do', () => {
    expect(visit('/program/my')).toEqual({ kind: 'notFound' });
    expect(visit('/programme')).toMatchObject({ kind: 'redirect' });
  });
});

describe('public paths of the specification whose screens are not built', () => {
  test.each(['/my_card', '/start_equip/', '/subIntegralStore/order', '/orderConfirm', '/program'])(
    '%s is said to be unknown, and nobody is asked to log in',
    (path) => expect(visit(path)).toEqual({ kind: 'notFound' }),
  );

  test('paths that only look like them lead to the login', () => {
    expect(visit('/my_cards')).toMatchObject({ kind: 'redirect' });
    expect(visit('/subIntegralStore/other')).toMatchObject({ kind: 'redirect' });
    expect(visit('/My_card')).toMatchObject({ kind: 'redirect' });
  });

  test("players' ones are told from those before the staff's login", () => {
    expect(['/my_card', '/program/my', '/index'].every(isPlayerPath)).toBe(true);
    expect(['/login', '/user_register', '/home'].some(isPlayerPath)).toBe(false);
  });
});

describe('screens with aliases and screens inside others', () => {
  const store = {
    ...screen('/integralStore'),
    aliases: ['/integralStore2'] as const,
    children: [screen('/integralStore/goodManage'), screen('/integralStore/good/:id')],
  };
  const placed = placeScreens<Screen>([store]).map(({ screen: found, paths }) => ({ ...found, paths }));
  const open = (pathname: string) =>
    decide(
      { pathname, search: '' },
      { screens: placed, loggedIn: true, absence: 'none', setupNeeded: false },
    );

  test('an alias shows the screen, and remembers under which name it was found', () => {
    expect(open('/integralStore2')).toMatchObject({
      kind: 'show',
      path: '/integralStore2',
      screen: { path: '/integralStore' },
    });
  });

  test('what lies inside is found under both names, with its parameters', () => {
    expect(open('/integralStore2/goodManage')).toMatchObject({
      path: '/integralStore2/goodManage',
      screen: { path: '/integralStore/goodManage' },
    });
    expect(open('/integralStore/good/7')).toMatchObject({ params: { id: '7' } });
  });
});

describe('with a login', () => {
  const loggedIn = { loggedIn: true };

  test('/ and /login lead home, or to where the person wanted to be', () => {
    expect(visit('/', loggedIn)).toEqual({ kind: 'redirect', to: '/home' });
    expect(visit('/login', loggedIn)).toEqual({ kind: 'redirect', to: '/home' });
    expect(visit('/login', loggedIn, '?redirect=%2FredPacket%2F7%3Fa%3D1')).toEqual({
      kind: 'redirect',
      to: '/redPacket/7?a=1',
    });
  });

  test('staff pages open and unknown paths are said to be unknown', () => {
    expect(shown(visit('/home', loggedIn))).toBe('/home');
    expect(visit('/hmoe', loggedIn)).toEqual({ kind: 'notFound' });
  });
});

describe('before the first administrator exists', () => {
  test('every page leads to the set-up page, and that page opens', () => {
    expect(visit('/login', { setupNeeded: true })).toEqual({ kind: 'redirect', to: '/setup' });
    expect(shown(visit('/setup', { setupNeeded: true }))).toBe('/setup');
  });

  test('the set-up page is gone afterwards', () => {
    expect(visit('/setup')).toEqual({ kind: 'redirect', to: '/home' });
  });
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'home', '/login?x=1', '/', null])(
  'a redirect to %s is not followed',
  (target) => expect(safeRedirect(target)).toBeUndefined(),
);

test('a literal path wins over a parameter', () => {
  expect(findScreen(screens, '/redPacket/addRedpacket')?.screen.path).toBe('/redPacket/addRedpacket');
  expect(findScreen(screens, '/redPacket/9')?.params).toEqual({ id: '9' });
});

test('the site of a player page stands in its address, else it is the last one', () => {
  expect(siteOfVisit('?fieldId=a', 'b')).toBe('a');
  expect(siteOfVisit('?field=a', 'b')).toBe('a');
  expect(siteOfVisit('', 'b')).toBe('b');
  expect(siteOfVisit('', undefined)).toBeUndefined();
});

test('deeper pages slide in to the left, shallower ones to the right', () => {
  expect(slideDirection(1, 2)).toBe('left');
  expect(slideDirection(3, 1)).toBe('right');
  expect(slideDirection(2, 2)).toBe('none');
  expect(slideDirection(undefined, 2)).toBe('none');
});
