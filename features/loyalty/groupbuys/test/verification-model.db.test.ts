import { expect, it } from 'vitest';
import { prove } from '#features/money/ledger/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { startTestServer } from '#kit/server/testing/harness.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { openGroupBuys } from './stage.ts';
import { type DealsOfWorld, VerificationWorld } from './verification-world.ts';

/**
 * The long form is `GROUP_BUY_OPERATIONS=20000 npm run test:db -- features/loyalty/groupbuys/test/verification-model`, and
 * `GROUP_BUY_SEED` another story.
 */
const wanted = Number(process.env.GROUP_BUY_OPERATIONS ?? 140);
const seed = process.env.GROUP_BUY_SEED ?? 'group buys';
/** then a day is over: the platforms are compared with */
const operationsOfDay = 250;
/** the server is killed so often, within so many steps: three of every transaction */
const killEvery = 14;
const stepsToDeath = 24;
const coinsOfUse = 10;

const stage = staged(
  async () => {
    const server = await startTestServer({}, { sayOnce: true, still: true });
    return { server, shop: await openGroupBuys(server, await server.as('merchant')) };
  },
  ({ server }) => server.close(),
);

async function putOnSale(): Promise<DealsOfWorld> {
  const { shop } = stage;
  const worth = { kind: 'coin', amount: coinsOfUse } as const;
  const deal = async (platform: 'douyin' | 'meituan', uses: number) =>
    (await shop.deal(platform, worth, { uses, priceFen: 900 * uses })).dealId;
  return {
    douyin: { single: await deal('douyin', 1), card: await deal('douyin', 3) },
    meituan: { single: await deal('meituan', 1), card: await deal('meituan', 3) },
  };
}

async function playDay(world: VerificationWorld, operations: number, story: string): Promise<void> {
  const chance = createRandom(story);
  const one = async () => {
    stage.server.clock.forward(chance.int(1, 40) * secondMs);
    const fate = chance.next();
    if (fate < 0.3) world.sell();
    if (fate < 0.55) await world.verify();
    else if (fate < 0.65) await world.cancel();
    else if (fate < 0.72) await world.refund();
    else if (fate < 0.84) await world.race();
    else await world.work();
  };
  world.badLine();
  for (let operation = 0; operation < operations; operation++) {
    if (operation % killEvery === killEvery - 1) await world.die(chance.int(1, stepsToDeath), one);
    else await one();
  }
}

const count = <T>(list: readonly T[], ...wantedOnes: T[]) =>
  list.filter((one) => wantedOnes.includes(one)).length;

it('what the platforms have verified is given or cancelled, exactly, whatever got lost, came twice or died', async () => {
  const world = new VerificationWorld(
    stage.server,
    stage.shop,
    createRandom(`${seed} world`),
    await putOnSale(),
  );
  for (let done = 0; done < wanted; done += operationsOfDay) {
    await playDay(world, Math.min(operationsOfDay, wanted - done), `${seed} ${done}`);
    await world.settle();
    const accounts = await world.accounts();
    for (const { platform, code, uses, ours, coins } of accounts) {
      const states = ours.map(({ state }) => state);
      const standing = count(uses, 'verified');
      expect({
        code: `${platform} ${code}`,
        granted: count(states, 'granted'),
        cancelled: count(states, 'cancelled'),
        underWay: count(states, 'prepared', 'verifying', 'verified', 'cancelling'),
        coins,
      }).toEqual({
        code: `${platform} ${code}`,
        granted: standing,
        cancelled: count(uses, 'cancelled', 'refunded'),
        underWay: 0,
        coins: standing * coinsOfUse,
      });
    }
    // the story was one: everything happened to somebody
    const all = accounts.flatMap(({ uses }) => uses);
    for (const state of ['verified', 'cancelled', 'refunded'] as const)
      expect(count(all, state), `uses that are ${state}`).toBeGreaterThan(0);
    const { db, clock, booksChecks } = stage.server.services;
    expect((await prove(db, clock.now(), booksChecks)).checks.filter(({ holds }) => !holds)).toEqual([]);
  }
});
