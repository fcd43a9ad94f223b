import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prove } from '#features/ledger/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { type Arcade, openArcade } from './arcade.ts';
import { openMarket } from './market.ts';

let arcade: Arcade;
beforeAll(async () => {
  arcade = await openArcade();
});
afterAll(() => arcade.close());

/** The long form is `RANDOM_OPERATIONS=100000 npm run test:db -- features/orders/test/random-operations`. */
const wanted = Number(process.env.RANDOM_OPERATIONS ?? 1200);
const atOnce = 40;
const provenEvery = 10_000;

it('whatever people, platforms and runs do with orders at once leaves the books right, and nobody locked out', async () => {
  const { server } = arcade;
  const { services, clock } = server;
  const random = createRandom(process.env.RANDOM_SEED ?? 'orders');
  const market = await openMarket(server, random);
  const { counts } = market;
  const wrong = async () => {
    const { checks } = await prove(services.db, clock.now(), services.booksChecks);
    return checks.filter(({ holds }) => !holds);
  };
  const operations = () => counts.done + counts.refused;
  const going = () => operations() < wanted;
  const after = async (more: number) => {
    const target = Math.min(wanted, operations() + more);
    while (operations() < target) await setTimeout(20);
  };
  const people = Array.from({ length: atOnce }, async () => {
    while (going()) {
      await market.operate();
      if (random.chance(0.02)) clock.forward(random.int(1, 20) * secondMs);
    }
  });
  const partners = async () => {
    while (going()) {
      await market.comeOrGo();
      await after(150);
    }
  };
  // a proof looks at one moment: nobody has to stop for it
  const auditor = async () => {
    while (going()) {
      await after(provenEvery);
      expect(await wrong()).toEqual([]);
    }
  };
  await Promise.all([...people, partners(), auditor()]);
  // in the quiet that follows everything comes to an end, and whoever leaves can
  for (let turn = 0; turn < 6 && counts.removed === 0; turn++) await market.comeOrGo();
  expect(await wrong()).toEqual([]);
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.refused).toBeLessThan(counts.done);
  expect(counts.late).toBeGreaterThan(0);
  // in the short form the last order of a franchisee may wait for a person all the while
  if (wanted > 5000) expect(counts.removed).toBeGreaterThan(0);
  expect(market.platform.refundsAsked()).toBeGreaterThan(0);
  const [{ deadlocks } = { deadlocks: -1 }] = await services.db.raw<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  expect(deadlocks).toBe(0);
}, 3_600_000);
