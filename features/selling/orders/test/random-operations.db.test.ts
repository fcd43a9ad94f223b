import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { prove } from '#features/money/ledger/server/public.ts';
import { watchAccountLocks } from '#features/money/ledger/test/account-locks.ts';
import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { openArcade } from './arcade.ts';
import { openMarket } from './market.ts';

const arcade = staged(
  () => openArcade({}, { onStatement: locks.onStatement }),
  (it) => it.close(),
);
const locks = watchAccountLocks();

/** The long form is `RANDOM_OPERATIONS=100000 npm run test:db -- features/selling/orders/test/random-operations`. */
const wanted = Number(process.env.RANDOM_OPERATIONS ?? 1200);
const atOnce = 40;
const provenEvery = 10_000;
/** who waits for the long form sees how far it is */
const tell = (line: string) => {
  if (wanted > provenEvery) process.stdout.write(`${new Date().toISOString()} ${line}\n`);
};

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
      await market.comeOrGo(5 * minuteMs);
      await after(150);
    }
  };
  // a proof looks at one moment: nobody has to stop for it
  const auditor = async () => {
    while (going()) {
      await after(provenEvery);
      expect(await wrong()).toEqual([]);
      tell(`proven after ${operations()} operations, ${counts.refused} refused`);
    }
  };
  await Promise.all([...people, partners(), auditor()]);
  // in the quiet that follows everything comes to an end, and who wants to leave can; platforms are asked about an old refund
  // once an hour
  for (let turn = 0; turn < 6 && counts.removed === 0; turn++) await market.comeOrGo(hourMs);
  expect(await wrong()).toEqual([]);
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.refused).toBeLessThan(counts.done);
  expect(counts.late).toBeGreaterThan(0);
  expect(counts.removed).toBeGreaterThan(0);
  // a short form may be over before a platform has refused anything
  if (wanted > provenEvery) {
    expect(Object.values(counts.decided).every((times) => times > 0)).toBe(true);
    expect(counts.returnedLate).toBeGreaterThan(0);
  }
  expect(Math.min(counts.chosen, counts.handed)).toBeGreaterThan(0);
  const [moved] = await services.db.raw<{ together: number }[]>`
    select count(*)::int as together from ledger_transfer where kind = 'together'`;
  // by chance a short form has nobody who owns too little at one site and enough at others (`shared-balances.ts` tries it by itself)
  if (wanted > provenEvery) expect(moved?.together).toBeGreaterThan(0);
  tell(`${moved?.together} orders were helped out from other sites`);
  expect(market.platform.refundsAsked()).toBeGreaterThan(0);
  expect(await locks.outOfOrder(services.db.raw)).toEqual([]);
  const [{ deadlocks } = { deadlocks: -1 }] = await services.db.raw<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  // as a difference of texts: a runner that shows the end of a failure shows who held what
  expect(deadlocks === 0 ? '' : await saidOfDeadlocks()).toBe('');
}, 3_600_000);

/** What PostgreSQL wrote about them: who held what, and the statements. */
async function saidOfDeadlocks(): Promise<string> {
  const log = await readFile(join(inject('dataDir'), 'postgres.log'), 'utf8');
  return log
    .split(/(?=^.*ERROR: {2}deadlock detected)/m)
    .slice(1)
    .map((text) => text.split('\n').slice(0, 30).join('\n'))
    .join('\n\n');
}
