import { describe, expect, test } from 'vitest';
import type { Audience, Screen } from '#kit/contract/screen.ts';
import {
  decide,
  findScreen,
  type GuardContext,
  safeRedirect,
  siteOfVisit,
  slideDirection,
} from './guards.ts';

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
