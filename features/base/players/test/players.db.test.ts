import { expect, it } from 'vitest';
import { dayMs } from '#kit/kernel/time.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import {
  createPlayerAuthenticator,
  findPlayersByPhone,
  issuePlayerToken,
  rememberPlayer,
} from '../server/public.ts';
import { players } from '../tables.ts';

const { server } = testServer();

const somebody = { platform: 'wechat', appId: 'wx1', openId: 'o1' } as const;

it('knows a person again by app and open id, and follows a new name', async () => {
  const { db } = server.services;
  const first = await db.transaction((tx) => rememberPlayer(tx, { ...somebody, name: 'Lin' }));
  const again = await db.transaction((tx) => rememberPlayer(tx, { ...somebody, name: 'Lin Yu' }));
  const silent = await db.transaction((tx) => rememberPlayer(tx, somebody));
  const elsewhere = await db.transaction((tx) => rememberPlayer(tx, { ...somebody, appId: 'wx2' }));
  expect(again).toMatchObject({ id: first.id, name: 'Lin Yu' });
  expect(silent.name).toBe('Lin Yu');
  expect(elsewhere.id).not.toBe(first.id);
});

it('makes one player of many first meetings at once', async () => {
  const { db } = server.services;
  const found = await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction((tx) => rememberPlayer(tx, { ...somebody, openId: 'crowd' })),
    ),
  );
  expect(new Set(found.map(({ id }) => id)).size).toBe(1);
});

it('finds demo players by their phone', async () => {
  expect(await findPlayersByPhone(server.services.db.read, '13900000001')).toMatchObject([
    { name: '林小雨' },
  ]);
});

it('lets a token in until it is too old or the logins were ended, and no staff token', async () => {
  const { services, clock } = server;
  const player = await services.db.transaction((tx) => rememberPlayer(tx, { ...somebody, openId: 'o2' }));
  const token = await issuePlayerToken(services, player);
  const authenticator = await createPlayerAuthenticator(services);
  expect(await authenticator.resolve(token)).toMatchObject({ kind: 'player', playerId: player.id });
  expect(await authenticator.resolve(`${token}x`)).toBeUndefined();
  expect(await authenticator.resolve((await server.login('merchant')).access_token)).toBeUndefined();

  await services.db.transaction((tx) => tx.update(players).set({ tokenGeneration: 2 }));
  clock.forward(31_000);
  expect(await authenticator.resolve(token)).toBeUndefined();

  const newer = await issuePlayerToken(services, { ...player, tokenGeneration: 2 });
  expect(await authenticator.resolve(newer)).toBeDefined();
  clock.forward(31 * dayMs);
  expect(await authenticator.resolve(newer)).toBeUndefined();
});
