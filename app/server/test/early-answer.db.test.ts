import { afterAll, beforeAll, expect, it } from 'vitest';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { playContract } from '#features/selling/play/contract.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import type { Feature } from '#kit/contract/feature.ts';
import { demoId } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { earlyAnswer, earlyCall, inPage } from '../early-answer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = (url: string) =>
  earlyAnswer(
    playContract.readMachine,
    { server: server.app, url, ip: '127.0.0.1' } as never,
    'en-us',
    60_000,
  );
const read = (element: string) =>
  JSON.parse(/>(.*)<\/script>$/.exec(element)![1]!) as Record<string, unknown>;

it('sends the first answer along with the page, for what the call takes of the address', async () => {
  expect(read(await ask('/index?equipmentId=CW10001&from=singlemessage'))).toMatchObject({
    path: playContract.readMachine.path,
    input: { equipmentId: 'CW10001' },
    data: { equipmentNo: 1, typeName: 'Claw machine' },
  });
});

it('asks a call that takes its input in the body in its own way', async () => {
  const merchant = await server.as('merchant');
  const { token } = await merchant.call(remotecreditContract.createLink, {
    equipmentId: demoId('device:CW10001'),
    coins: 3,
    validHours: 1,
  });
  const request = { server: server.app, url: `/ycsf?token=${token}`, ip: '127.0.0.1' } as never;
  const early = read(await earlyAnswer(remotecreditContract.readLink, request, 'zh-cn', 60_000));
  expect(early).toMatchObject({ input: { token }, data: { state: 'open', coins: 3 } });
});

it('sends nothing along when there is nothing good to say', async () => {
  expect(await ask('/index?equipmentId=NOPE')).toBe('');
  expect(await ask('/index')).toBe('');
});

it('makes only calls that anybody may make and that change nothing', () => {
  const { features } = server.services;
  const screenOf = (feature: Feature, path: string) =>
    feature.screens.find((screen) => screen.path === path)!;
  const play = features.find(({ name }) => name === 'play')!;
  expect(earlyCall(features, 'play', screenOf(play, '/index'))).toBe(playContract.readMachine);
  const players = features.find(({ name }) => name === 'players')!;
  expect(earlyCall(features, 'players', screenOf(players, '/demo_player'))).toBeUndefined();
  const orders = { ...screenOf(play, '/index'), needs: 'payForDevice' };
  expect(ordersContract.payForDevice.changes).toBe(true);
  expect(earlyCall(features, 'orders', orders)).toBeUndefined();
});

it('puts no answer into a page that could end its element', () => {
  expect(inPage({ name: '</script><script>alert(1)</script>' })).not.toContain('<');
});
