import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { postTransfers, readBalances } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert } from '#kit/server/tables.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { createRandom, type Random } from '#simulators/devices/random.ts';
import { expireHeld } from '../server/expire-points.ts';
import { accountOf, type Holder } from '../server/holders.ts';
import { joinDebts } from '../server/join-debts.ts';
import { lockWithDebt, takeBack } from '../server/keep-debts.ts';
import { adjustPoints, earnPoints, giveBackPoints, spendPoints } from '../server/move-points.ts';
import { pointAdjustments, pointDebts, pointLots, pointRules } from '../tables.ts';
import { Sheet } from './model.ts';

/** `POINTS_OPERATIONS=100000` is the long form, `POINTS_SEED` another fate. */
const wanted = Number(process.env.POINTS_OPERATIONS ?? 600);
const seed = process.env.POINTS_SEED ?? 'points';
const laneCount = 4;
const rounds = 10;
const pointDays = 20;

const tenantId = demoTenants.merchant2;
const siteId = demoId('site:merchant2:1');
const scope = tenantScope(tenantId);

const { server } = testServer();
beforeAll(async () => {
  await server.services.db.transaction((tx) => insert(tx, scope, pointRules, { pointDays }));
});

const db = () => server.services.db;

interface Earned {
  key: string;
  id: string;
  left: number;
  holder: Person;
}

interface Person {
  holder: Holder;
  sheet: Sheet;
}

/** Its own people, and the time as it goes by for them. */
class Lane {
  readonly people: Person[];
  readonly random: Random;
  readonly #name: string;
  readonly earned: Earned[] = [];
  readonly spent: Earned[] = [];
  #keys = 0;
  at = new Date('2026-01-01T00:00:00Z');

  constructor(name: string) {
    this.#name = name;
    this.random = createRandom(`${seed} ${name}`);
    this.people = Array.from({ length: 4 }, (_, index) => ({
      holder: { tenantId, siteId, playerId: newId(), unit: index % 2 ? 'ticket' : 'point' },
      sheet: new Sheet(index % 2 ? null : pointDays),
    }));
  }

  next(): { key: string; subject: { kind: string; id: string }; at: Date } {
    this.#keys += 1;
    this.at = new Date(this.at.getTime() + this.random.int(1, 6) * hourMs);
    const key = `${this.#name}:${this.#keys}`;
    return { key, subject: { kind: 'test', id: key }, at: this.at };
  }

  someone = () => this.random.pick(this.people);
}

/** As staff do it: with who, why, and a row of the allowance, which the proof looks for. */
async function byHand(
  tx: Tx,
  { holder, amount, sign, key, at }: { holder: Holder; amount: number; sign: 1 | -1; key: string; at: Date },
) {
  const { playerId, unit } = holder;
  const id = newId();
  const day = businessDay(at);
  const move = { ...holder, amount, key, at, subject: { kind: 'pointAdjustment', id } };
  const { before, after } = await adjustPoints(tx, move, sign);
  await insert(tx, scope, pointAdjustments, {
    ...{ id, createdAt: at, playerId, siteId, unit, amount: sign * amount, before, after },
    ...{ reason: 'by hand', userId: demoId('user:merchant2'), userName: 'tester', day },
  });
  await tx.execute(sql`
    insert into allowance_given (tenant_id, id, user_id, user_name, day, door, subject_id, units, worth_fen, counts_fen)
    values (${tenantId}, ${newId()}, ${demoId('user:merchant2')}, 'tester', ${day}, 'points', ${id}, ${amount}, ${amount}, 0)`);
}

type Deed = (lane: Lane) => Promise<void>;

/** What a person may not do leaves no trace. */
const refused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true;
      throw error;
    },
  );

const deeds: readonly (readonly [weight: number, Deed])[] = [
  [
    8,
    async (lane) => {
      const who = lane.someone();
      const move = { ...who.holder, ...lane.next(), kind: 'test', amount: lane.random.int(1, 200) };
      const times = lane.random.chance(0.1) ? 2 : 1;
      for (let said = 0; said < times; said++) {
        const [posted] = await db().transaction((tx) => earnPoints(tx, [move]));
        expect(posted?.repeated).toBe(said > 0);
        if (said === 0) {
          who.sheet.earn(move.key, move.at, move.amount);
          lane.earned.push({ key: move.key, id: posted!.id, left: move.amount, holder: who });
        }
      }
    },
  ],
  [
    7,
    async (lane) => {
      const who = lane.someone();
      const step = lane.next();
      const most = Math.max(1, Math.floor(who.sheet.balance * 1.2));
      const move = { ...who.holder, ...step, kind: 'test', amount: lane.random.int(1, most) };
      const paper = structuredClone({ lots: who.sheet.lots });
      who.sheet.expire(`${step.key}:expired`, move.at);
      const enough = who.sheet.balance >= move.amount;
      if (!enough) who.sheet.lots = paper.lots;
      let id = '';
      const work = db().transaction(async (tx) => {
        id = (await spendPoints(tx, move)).id;
      });
      expect(await refused(work)).toBe(!enough);
      if (!enough) return;
      who.sheet.take(move.key, move.amount);
      lane.spent.push({ key: move.key, id, left: move.amount, holder: who });
    },
  ],
  [
    3,
    async (lane) => {
      const open = lane.spent.filter(({ left }) => left > 0);
      if (open.length === 0) return;
      const spent = lane.random.pick(open);
      const step = lane.next();
      const amount = lane.random.int(1, spent.left);
      await db().transaction((tx) =>
        giveBackPoints(tx, {
          ...spent.holder.holder,
          ...step,
          kind: 'test',
          amount,
          spentTransferId: spent.id,
        }),
      );
      spent.holder.sheet.giveBack(step.key, step.at, amount, spent.key);
      spent.holder.sheet.expire(`${step.key}:expired`, step.at);
      spent.left -= amount;
    },
  ],
  [
    4,
    async (lane) => {
      const open = lane.earned.filter(({ left }) => left > 0);
      if (open.length === 0) return;
      const earned = lane.random.pick(open);
      const step = lane.next();
      const amount = lane.random.int(1, earned.left);
      const times = lane.random.chance(0.1) ? 2 : 1;
      for (let said = 0; said < times; said++)
        await db().transaction((tx) =>
          takeBack(tx, earned.holder.holder, { ...step, amount, earnedTransferId: earned.id }),
        );
      earned.holder.sheet.takeBack(step.key, amount, earned.key);
      earned.left -= amount;
    },
  ],
  [
    2,
    async (lane) => {
      const who = lane.someone();
      const step = lane.next();
      const sign = lane.random.chance(0.5) ? 1 : -1;
      const { key, at } = step;
      const amount = lane.random.int(1, 80);
      const paper = structuredClone({ lots: who.sheet.lots });
      who.sheet.expire(`${step.key}:expired`, step.at);
      const enough = sign > 0 || who.sheet.balance >= amount;
      if (!enough) who.sheet.lots = paper.lots;
      const work = db().transaction((tx) => byHand(tx, { holder: who.holder, amount, sign, key, at }));
      expect(await refused(work)).toBe(!enough);
      if (!enough) return;
      if (sign > 0) who.sheet.add(step.key, step.at, amount);
      else who.sheet.take(step.key, amount);
    },
  ],
  [
    2,
    async (lane) => {
      const who = lane.someone();
      const step = lane.next();
      const swept = await db().transaction(async (tx) => {
        await lockWithDebt(tx, [{ ...who.holder, spread: step.subject.id }]);
        return expireHeld(tx, who.holder, step.subject, step.at);
      });
      expect(swept).toBe(who.sheet.expire(step.key, step.at));
    },
  ],
  [
    1,
    async (lane) => {
      const from = lane.someone();
      const into = lane.people.find((one) => one !== from && one.holder.unit === from.holder.unit) as Person;
      const step = lane.next();
      const amount = from.sheet.handTo(into.sheet, step.key, step.at);
      await db().transaction(async (tx) => {
        if (amount > 0)
          await postTransfers(tx, [
            {
              ...step,
              tenantId,
              kind: 'playerJoin',
              legs: [
                { account: accountOf(from.holder), amount: -amount },
                { account: accountOf(into.holder), amount },
              ],
            },
          ]);
        await joinDebts.returned?.(tx, {
          from: from.holder.playerId,
          into: into.holder.playerId,
          now: step.at,
        });
      });
      // what they did belongs to the other one now; movements from before are not undone across the two here
      for (const deed of [...lane.earned, ...lane.spent]) if (deed.holder === from) deed.left = 0;
    },
  ],
];

const weights = deeds.reduce((sum, [weight]) => sum + weight, 0);
async function doSomething(lane: Lane): Promise<void> {
  let drawn = lane.random.int(1, weights);
  for (const [weight, deed] of deeds) {
    drawn -= weight;
    if (drawn <= 0) return deed(lane);
  }
}

async function compare({ holder, sheet }: Person): Promise<void> {
  const { playerId, unit } = holder;
  const [[balance], debts, lots] = await Promise.all([
    readBalances(db().read, [accountOf(holder)]),
    find(db().read, scope, pointDebts, { playerId, unit }),
    find(db().read, scope, pointLots, { playerId, unit }),
  ]);
  const sums = new Map<number | null, number>();
  for (const { expiresAt, left } of lots) {
    const until = expiresAt?.getTime() ?? null;
    if (left > 0) sums.set(until, (sums.get(until) ?? 0) + left);
  }
  expect({
    balance: balance?.balance,
    owed: debts[0]?.owed ?? 0,
    lots: [...sums].sort(([one], [other]) => (one ?? Infinity) - (other ?? Infinity)),
  }).toEqual({ balance: sheet.balance, owed: sheet.owed, lots: sheet.standing });
}

it(`after ${wanted} random operations everybody has what a sheet of paper says, and all units sum to zero`, async () => {
  const lanes = Array.from({ length: laneCount }, (_, index) => new Lane(`lane ${index}`));
  // the proof wants somebody behind every debt
  for (const { holder } of lanes.flatMap(({ people }) => people))
    await db().raw`insert into player (id, platform, app_id, open_id)
      values (${holder.playerId}, 'wechat', 'test', ${holder.playerId})`;
  for (let round = 1; round <= rounds; round++) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (let done = 0; done < wanted / laneCount / rounds; done++) await doSomething(lane);
      }),
    );
    for (const lane of lanes) for (const person of lane.people) await compare(person);
  }
  await expectBooksRight(server);
}, 3_600_000);

describe('of fifty at once', () => {
  const start = new Date('2026-03-01T00:00:00Z');
  const holderOf = (): Holder => ({ tenantId, siteId, playerId: newId(), unit: 'point' });
  const move = (holder: Holder, key: string, amount: number) => ({
    ...holder,
    key,
    kind: 'test',
    amount,
    subject: { kind: 'test', id: key },
    at: start,
  });

  it('that spend the same points as many succeed as there are points for, and one key moves them once', async () => {
    const holder = holderOf();
    await db().transaction((tx) => earnPoints(tx, [move(holder, 'fifty:earn', 100)]));
    const spend = (key: string) => db().transaction((tx) => spendPoints(tx, move(holder, key, 30)));
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => spend(`fifty:spend:${index}`)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const repeats = await Promise.all(
      Array.from({ length: 50 }, () =>
        db().transaction((tx) => earnPoints(tx, [move(holder, 'fifty:again', 7)])),
      ),
    );
    expect(repeats.filter(([posted]) => !posted?.repeated)).toHaveLength(1);
    expect((await readBalances(db().read, [accountOf(holder)]))[0]?.balance).toBe(17);
    await expectBooksRight(server);
  });

  it('that give back the same spending nobody gets more than was spent', async () => {
    const holder = holderOf();
    const spent = await db().transaction(async (tx) => {
      await earnPoints(tx, [move(holder, 'back:earn', 40)]);
      return spendPoints(tx, move(holder, 'back:spend', 40));
    });
    const later = new Date(start.getTime() + dayMs);
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        db().transaction((tx) =>
          giveBackPoints(tx, {
            ...move(holder, `back:${index}`, 15),
            at: later,
            spentTransferId: spent.id,
          }),
        ),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await readBalances(db().read, [accountOf(holder)]))[0]?.balance).toBe(30);
    await expectBooksRight(server);
  });
});
