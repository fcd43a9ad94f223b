import { expect, test } from 'vitest';
import { createPlayerKeeper, type PlayerLogin } from './player-keeper.ts';

const dayMs = 24 * 3600 * 1000;
const login = (token: string): PlayerLogin => ({
  access_token: token,
  expires_in: (30 * dayMs) / 1000,
  player: { id: 'p', playerName: 'Lin', playerPhoto: '', phone: null, platform: 'wechat' },
});

function setup(requestRenewal: (token: string) => Promise<PlayerLogin | undefined>) {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  let nowMs = 1_000_000;
  const told: (string | undefined)[] = [];
  const asked: string[] = [];
  const open = () =>
    createPlayerKeeper({
      storage,
      now: () => nowMs,
      exclusively: (task) => task(),
      requestRenewal: (token) => {
        asked.push(token);
        return requestRenewal(token);
      },
      onChange: (session) => told.push(session?.token),
    });
  return {
    open,
    asked,
    told,
    values,
    forward: (ms: number) => {
      nowMs += ms;
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a login is there again after the page was closed, until its month is over', () => {
  const world = setup(async () => undefined);
  world.open().begin(login('a'));
  expect(world.open().get()?.token).toBe('a');
  world.forward(31 * dayMs);
  expect(world.open().get()).toBeUndefined();
});

test('a token that is a day old is renewed once, and the calls of that moment do not wait', async () => {
  const world = setup(async () => login('b'));
  const keeper = world.open();
  keeper.begin(login('a'));
  expect(keeper.token()).toBe('a');
  world.forward(dayMs + 1);
  expect([keeper.token(), keeper.token()]).toEqual(['a', 'a']);
  await settle();
  expect(world.asked).toEqual(['a']);
  expect(keeper.token()).toBe('b');
});

test('a refused renewal ends the login; a silent server does not', async () => {
  const silent = setup(() => Promise.reject(new Error('no network')));
  const patient = silent.open();
  patient.begin(login('a'));
  silent.forward(dayMs + 1);
  patient.token();
  await settle();
  expect(patient.token()).toBe('a');

  const refused = setup(async () => undefined);
  const keeper = refused.open();
  keeper.begin(login('a'));
  refused.forward(dayMs + 1);
  keeper.token();
  await settle();
  expect(keeper.token()).toBeUndefined();
  expect(refused.told.at(-1)).toBeUndefined();
});

test('a token that another tab has renewed is taken over and not shown to the server again', async () => {
  const world = setup(async () => login('c'));
  const [one, other] = [world.open(), world.open()];
  one.begin(login('a'));
  other.reload();
  world.forward(dayMs + 1);
  one.begin(login('b'));
  other.token();
  await settle();
  expect(world.asked).toEqual([]);
  expect(other.token()).toBe('b');
});

test('an answer that comes after the player has logged out brings nobody back', async () => {
  let answer: (value: PlayerLogin) => void = () => {};
  const world = setup(() => new Promise((resolve) => (answer = resolve)));
  const keeper = world.open();
  keeper.begin(login('a'));
  world.forward(dayMs + 1);
  keeper.token();
  await settle();
  keeper.clear();
  answer(login('b'));
  await settle();
  expect(keeper.token()).toBeUndefined();
});

test('what is stored and can not be read is no login', () => {
  const world = setup(async () => undefined);
  world.values.set('coinyard.player', '{');
  expect(world.open().get()).toBeUndefined();
});
