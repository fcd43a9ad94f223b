import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { appOf } from '#kit/player/who-plays.ts';
import { createSimulatedMiniProgram } from '#providers/wechat/simulated-mini-program.ts';
import { targetOf, withPerson } from '../player/login-address.ts';

const target = (search: string) => targetOf(new URLSearchParams(search));

test('a scanned machine is where the player wants to be, with all that its label says', () => {
  expect(target('equipmentId=CW10001&s=abc&other=1')).toBe('/index?equipmentId=CW10001&s=abc');
  expect(target(`to=${encodeURIComponent('/index?equipmentId=CW1&s=x')}`)).toBe('/index?equipmentId=CW1&s=x');
  expect(target('')).toBe('/program');
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'nobody is led away to %s',
  (to) => expect(target(`to=${encodeURIComponent(to)}`)).toBe('/program'),
);

test('a code that somebody sent on is left behind, a code of the page’s own is not', () => {
  const wayBack = '/index?equipmentId=CW1&code=C&state=S';
  expect(target(`to=${encodeURIComponent(wayBack)}`)).toBe('/index?equipmentId=CW1');
  const alipay = '/index?app_id=1&auth_code=A&scope=auth_user&state=S&equipmentId=CW1';
  expect(target(`to=${encodeURIComponent(alipay)}`)).toBe('/index?equipmentId=CW1');
  expect(target(`to=${encodeURIComponent('/red-packet?code=R')}`)).toBe('/red-packet?code=R');
});

test('a log-in inside a log-in is left behind: nobody becomes the person whose code stands in a label', () => {
  const within = (to: string, station = '/middleStation') =>
    `${station}?provider=wechat&applet_code=stranger&to=${encodeURIComponent(to)}`;
  const machine = '/index?equipmentId=CW1&s=x';
  for (const to of [
    within(machine),
    within(within(machine)),
    within(machine, '/MiddleStation/'),
    within(machine, '/%6DiddleStation'),
    `${machine}&applet_code=stranger`,
  ])
    expect(target(`applet_code=own&to=${encodeURIComponent(to)}`)).toBe(machine);
  expect(target('to=%2F%25zz')).toBe('/%zz');
  const endless = within(within(within(within(within(machine)))));
  expect(target(`to=${encodeURIComponent(endless)}`)).toBe('/program');
});

test('the mini-program itself shows no label that brings a log-in along', () => {
  const phone = createSimulatedMiniProgram({
    folder: fileURLToPath(new URL('../../../../mini-program', import.meta.url)),
    origin: 'https://play.example',
    login: () => 'own',
    pay: async () => undefined,
  });
  const shownFor = (label: string) => {
    phone.scan(label);
    const { searchParams } = new URL(phone.webView()!);
    return [searchParams.getAll('applet_code'), searchParams.get('to')];
  };
  const station = 'https://play.example/middleStation?applet_code=stranger&to=%2Findex%3FequipmentId%3DCW1';
  expect(shownFor(station)).toEqual([['own'], '/program']);
  expect(shownFor('https://play.example/%6diddleStation/?applet_code=stranger')).toEqual([
    ['own'],
    '/program',
  ]);
  const label = 'https://play.example/index?equipmentId=CW1&s=x';
  expect(shownFor(`${label}&applet_code=stranger`)).toEqual([['own'], '/program']);
  expect(shownFor(label)).toEqual([['own'], '/index?equipmentId=CW1&s=x']);
});

test('the address carries name and photo of who logged in, and of nobody else', () => {
  const address = withPerson('/index?equipmentId=CW1&playerName=Other&playerPhoto=x#a', {
    playerName: '林 & 雨',
    playerPhoto: '',
  });
  const url = new URL(address, 'http://here');
  expect(Object.fromEntries(url.searchParams)).toEqual({ equipmentId: 'CW1', playerName: '林 & 雨' });
  expect(url.hash).toBe('#a');
});

test('WeChat and Alipay say who plays; other browsers, and WeChat for offices, do not', () => {
  expect(appOf('Mozilla/5.0 MicroMessenger/8.0.50')).toBe('wechat');
  expect(appOf('Mozilla/5.0 AlipayClient/10.5')).toBe('alipay');
  expect(appOf('Mozilla/5.0 wxwork/4.1 MicroMessenger/7.0')).toBeUndefined();
  expect(appOf('Mozilla/5.0 Chrome/126')).toBeUndefined();
});
