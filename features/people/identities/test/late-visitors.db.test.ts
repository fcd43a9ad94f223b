import { afterAll, expect, it } from 'vitest';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { followVisitors } from '#features/people/members/server/refresh-members.ts';
import { hallOf } from '#features/people/members/test/hall.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { followJoined } from '../server/join-players.ts';
import { twinsOf } from './twins.ts';

/** Figures follow a moment after what was paid; here two records are joined or split within that moment. */
const { server } = testServer({}, { still: true });
const twins = twinsOf(() => server);
afterAll(() => expectBooksRight(server));

async function paidBy(playerId: string): Promise<number | string> {
  const call = (await server.as('merchant')).call(membersContract.readMember, { playerId });
  return call.then(
    ({ paidFen }) => paidFen,
    () => refusalOf(call),
  );
}
async function follow(): Promise<void> {
  while (await followVisitors(server.services));
}

it('a first visit is the joined player’s, though its figures were due before', async () => {
  const pair = await twins.bothProven();
  await hallOf(server).topUp(pair.alipay, 700);
  await twins.join(pair);
  await follow();
  expect(await paidBy(pair.wechat)).toBe(700);
});

it('what still came to the joined record counts for the player, no matter who looks first', async () => {
  for (const looksFirst of ['joins', 'figures'] as const) {
    const pair = await twins.bothProven();
    await twins.join(pair);
    await hallOf(server).topUp(pair.alipay, 900);
    if (looksFirst === 'figures') await follow();
    await followJoined(server.services);
    await follow();
    expect(await paidBy(pair.wechat), looksFirst).toBe(900);
  }
});

it('goes back to whom it came from when they are split', async () => {
  const pair = await twins.bothProven();
  const id = await twins.join(pair);
  await hallOf(server).topUp(pair.alipay, 1100);
  await followJoined(server.services);
  await follow();
  await twins.split(pair.wechat, id);
  await follow();
  expect(await paidBy(pair.alipay)).toBe(1100);
  expect(await paidBy(pair.wechat)).toBe(0);
});
