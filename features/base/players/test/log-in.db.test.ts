import { expect, it } from 'vitest';
import { testServer } from '#kit/server/testing/stage.ts';
import { playersContract } from '../contract.ts';

const { server } = testServer();

const { endLogins, listDemoPlayers, logInDemoPlayer, readSelf, renewLogin } = playersContract;
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

it('tells players about themselves, with the middle of the phone hidden, and about nobody else', async () => {
  const player = await server.asPlayer('林小雨');
  const self = await player.call(readSelf, {});
  expect(self).toMatchObject({ playerName: '林小雨', phone: '139****0001', platform: 'wechat' });
  expect(await player.call(readSelf, { id: self.id })).toEqual(self);
  const other = await (await server.asPlayer('张伟')).call(readSelf, {});
  expect(await statusOf(player.call(readSelf, { id: other.id }))).toBe(404);
});

it('gives a demo player a token that can be renewed, until the log-ins are ended', async () => {
  const nobody = await server.as(undefined);
  const people = await nobody.call(listDemoPlayers, {});
  expect(people[1]).toMatchObject({ n: 2, playerName: '张伟' });
  const login = await nobody.call(logInDemoPlayer, { n: 2 });
  expect(login.player.playerName).toBe('张伟');
  // a token of another second is another token
  server.clock.forward(60_000);
  const renewed = await server.withToken(login.access_token).call(renewLogin, {});
  expect(renewed.access_token).not.toBe(login.access_token);
  const phone = server.withToken(renewed.access_token);
  expect((await phone.call(readSelf, {})).id).toBe(login.player.id);
  await phone.call(endLogins, {});
  // at once, not when the server's memory of the token has run out
  expect(await statusOf(phone.call(readSelf, {}))).toBe(401);
  expect(await statusOf(server.withToken(login.access_token).call(renewLogin, {}))).toBe(401);
  expect(await statusOf(nobody.call(logInDemoPlayer, { n: 99 }))).toBe(404);
});
