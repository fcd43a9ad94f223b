import { expect, test } from 'vitest';
import { permit } from '#kit/contract/endpoint.ts';
import { mayPlayerCall } from './access.ts';

const lin = { id: 'p', playerName: 'Lin', playerPhoto: '', phone: null, platform: 'wechat' } as const;

test('a screen that needs a public call is open to everybody, one of players to players', () => {
  expect(mayPlayerCall(undefined, { access: 'public' })).toBe(true);
  expect(mayPlayerCall(undefined, { access: 'player' })).toBe(false);
  expect(mayPlayerCall(lin, { access: 'player' })).toBe(true);
});

test("staff's calls are no player's", () => {
  expect(mayPlayerCall(lin, { access: 'session' })).toBe(false);
  expect(mayPlayerCall(lin, { access: permit('sites.view') })).toBe(false);
});
