import { describe, expect, it } from 'vitest';
import { AppError } from '#kit/kernel/errors.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { voidOverdueHolds } from '../server/holds.ts';
import {
  type AccountName,
  InsufficientFunds,
  openHold,
  postHold,
  postTransfers,
  prove,
  readBalances,
  reverseTransfer,
  voidHold,
} from '../server/public.ts';
import { Lane, shared } from './lane.ts';
import { accountText, type ModelHold, type ModelTransfer, type Outcome } from './model.ts';

/** `LEDGER_SEED` and `LEDGER_OPERATIONS` try other fates than the usual one. */
const seed = process.env.LEDGER_SEED ?? 'ledger';
const wantedOperations = Number(process.env.LEDGER_OPERATIONS ?? 100_000);
const laneCount = 6;
const rounds = 20;

const { server } = testServer();

const db = () => server.services.db;
const tenantId = demoTenants.merchant;

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return 'posted';
  } catch (error) {
    if (error instanceof InsufficientFunds) return 'insufficient';
    if (error instanceof RangeError) return 'unbalanced';
    if (error instanceof AppError && error.kind === 'conflict') return 'keyReused';
    throw error;
  }
}

const request = ({ key, legs }: ModelTransfer) => ({ key, tenantId, kind: 'test', legs });

/** The ids that the books gave, by key. */
const ids = new Map<string, string>();

async function doTransfers(lane: Lane): Promise<number> {
  const batch = lane.transfers(lane.random.int(50, 110));
  const expected = lane.books.post(batch);
  const repeated: boolean[] = [];
  const outcome = await outcomeOf(async () => {
    const posted = await db().transaction((tx) => postTransfers(tx, batch.map(request)));
    for (const [index, transfer] of posted.entries()) {
      const { key } = batch[index] as ModelTransfer;
      expect(ids.get(key) ?? transfer.id).toBe(transfer.id);
      ids.set(key, transfer.id);
      repeated.push(transfer.repeated);
    }
  });
  expect({ outcome, repeated }).toEqual(expected);
  if (outcome === 'posted') lane.remember(batch.filter((_, index) => !repeated[index]));
  return batch.length;
}

async function doHolds(lane: Lane, now: Date): Promise<number> {
  const holds = lane.newHolds(lane.random.int(6, 14), now);
  const expected = lane.books.open(holds);
  const opened = new Map<string, string>();
  const outcome = await outcomeOf(() =>
    db().transaction(async (tx) => {
      for (const { key, account, amount, deadlineAt } of holds)
        opened.set(key, (await openHold(tx, { key, tenantId, account, amount, deadlineAt })).id);
    }),
  );
  expect(outcome).toBe(expected);
  if (outcome === 'posted') for (const [key, id] of opened) ids.set(key, id);
  return holds.length;
}

/**
 * Several in one transaction, or a single one with a fee to the platform: several calls in one transaction can not take
 * the rows that all lanes share in one order.
 */
async function doEnds(lane: Lane, now: Date): Promise<number> {
  const several = lane.random.chance(0.7);
  const chosen = Array.from({ length: several ? lane.random.int(6, 14) : 1 }, () => lane.anyHold()).filter(
    (hold) => hold !== undefined,
  );
  const steps = chosen.map((hold) => {
    const { unit } = hold.account;
    return { hold, credits: lane.credits(hold, several ? lane.wallet(0, unit) : shared.fee(unit)) };
  });
  await db().transaction(async (tx) => {
    for (const { hold, credits } of steps) {
      const row = { tenantId, id: ids.get(hold.key) as string };
      const expected = lane.books.end(hold.key, credits);
      const end =
        credits.length > 0
          ? await postHold(tx, row, { kind: 'test', credits, now })
          : await voidHold(tx, row, now);
      expect(end).toMatchObject(endOf(expected));
    }
  });
  return steps.length;
}

const endOf = ({ state, postedAmount }: ModelHold) =>
  state === 'posted' ? { state, postedAmount } : { state };

async function doReversals(lane: Lane): Promise<number> {
  const chosen = Array.from({ length: 4 }, () => lane.anyPosted()).filter((one) => one !== undefined);
  for (const { key, legs } of chosen) {
    const back = { key: `reverse-${key}`, legs: legs.map((leg) => ({ ...leg, amount: -leg.amount })) };
    const expected = lane.books.post([back]);
    let repeated: boolean[] = [];
    const outcome = await outcomeOf(async () => {
      const original = { id: ids.get(key) as string, tenantId };
      const posted = await db().transaction((tx) =>
        reverseTransfer(tx, original, { key: back.key, kind: 'reversal' }),
      );
      repeated = [posted.repeated];
    });
    expect({ outcome, repeated }).toEqual(expected);
  }
  return chosen.length;
}

/** Many at once want the same wallet: nobody knows who gets it, but who was refused could not have got it afterwards. */
async function doRush(lane: Lane): Promise<number> {
  const wallet = lane.anyWallet();
  const most = Math.max(2, Math.floor(lane.books.available(wallet) / 4));
  const rush: ModelTransfer[] = Array.from({ length: 16 }, () => {
    const amount = lane.random.int(1, most);
    const to = shared.fee(wallet.unit);
    return {
      key: lane.newKey(),
      legs: [
        { account: wallet, amount: -amount },
        { account: to, amount },
      ],
    };
  });
  const outcomes = await Promise.all(
    rush.map((transfer) => outcomeOf(() => db().transaction((tx) => postTransfers(tx, [request(transfer)])))),
  );
  const accepted = rush.filter((_, index) => outcomes[index] === 'posted');
  expect(lane.books.post(accepted).outcome).toBe('posted');
  const left = lane.books.available(wallet);
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'posted') continue;
    expect(outcome).toBe('insufficient');
    expect(-(rush[index] as ModelTransfer).legs[0]!.amount).toBeGreaterThan(left);
  }
  return rush.length;
}

async function doSomething(lane: Lane, now: Date): Promise<number> {
  const dice = lane.random.next();
  if (dice < 0.5) return doTransfers(lane);
  if (dice < 0.7) return doHolds(lane, now);
  if (dice < 0.9) return doEnds(lane, now);
  return dice < 0.97 ? doReversals(lane) : doRush(lane);
}

/** Several processes look for holds whose time is over; each is voided once. */
async function voidOverdue(lanes: readonly Lane[], now: Date): Promise<number> {
  const expected = lanes.reduce((sum, lane) => sum + lane.books.endOverdue(now), 0);
  const workers = Array.from({ length: 4 }, async () => {
    let voided = 0;
    for (;;) {
      const count = await voidOverdueHolds(db(), now, 50);
      if (count === 0) return voided;
      voided += count;
    }
  });
  const voided = (await Promise.all(workers)).reduce((sum, count) => sum + count, 0);
  expect(voided).toBe(expected);
  return voided;
}

/** The books agree with what the lanes have on paper, account by account. */
async function compare(lanes: readonly Lane[]): Promise<void> {
  const expected = new Map<string, { account: AccountName; balance: number; held: number }>();
  for (const { books } of lanes)
    for (const account of books.accounts) {
      const text = accountText(account);
      const entry = expected.get(text) ?? { account, balance: 0, held: 0 };
      entry.balance += books.balances.get(text) ?? 0;
      entry.held += books.held.get(text) ?? 0;
      expected.set(text, entry);
    }
  const wanted = [...expected.values()];
  const found = await readBalances(
    db().read,
    wanted.map(({ account }) => account),
  );
  expect(found.map(({ balance, held }) => ({ balance, held }))).toEqual(
    wanted.map(({ balance, held }) => ({ balance, held })),
  );
}

it(`after ${wantedOperations} random operations the books balance and are what a sheet of paper says`, {
  timeout: patient(300_000),
}, async () => {
  const random = createRandom(seed);
  const lanes = Array.from(
    { length: laneCount },
    (_, index) => new Lane(`lane${index}`, random.fork(`lane ${index}`)),
  );
  // apart from the demo's own holds, which no deadline here may touch
  let now = new Date('2020-01-01T00:00:00Z');
  let operations = 0;
  for (let round = 1; round <= rounds; round++) {
    const until = (wantedOperations / rounds) * round;
    await Promise.all(
      lanes.map(async (lane) => {
        while (operations < until) {
          const done = await doSomething(lane, now);
          operations += done;
        }
      }),
    );
    now = new Date(now.getTime() + 10 * minuteMs);
    operations += await voidOverdue(lanes, now);
    await compare(lanes);
  }
  expect(operations).toBeGreaterThanOrEqual(wantedOperations);
  const proof = await prove(db(), new Date());
  expect(proof.checks.filter((check) => !check.holds)).toEqual([]);
  expect(proof.totals.every(({ sum }) => sum === 0)).toBe(true);
});

describe('of fifty at once', () => {
  const purse = (ownerId: string, unit: 'fen' | 'ticket'): AccountName => ({
    tenantId,
    ownerKind: 'player',
    ownerId,
    purpose: 'race',
    unit,
  });
  const issued: AccountName = {
    tenantId,
    ownerKind: 'channel',
    ownerId: 'mint',
    purpose: 'issued',
    unit: 'ticket',
  };
  const fifty = <T>(work: (index: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: 50 }, (_, index) => work(index)));
  const give = (account: AccountName, amount: number) =>
    db().transaction((tx) =>
      postTransfers(tx, [
        request({
          key: `give ${account.ownerId}`,
          legs: [
            { account: { ...issued, unit: account.unit }, amount: -amount },
            { account, amount },
          ],
        }),
      ]),
    );
  const redeem = (account: AccountName, key: string) =>
    db().transaction((tx) =>
      postTransfers(tx, [
        request({
          key,
          legs: [
            { account, amount: -1 },
            { account: issued, amount: 1 },
          ],
        }),
      ]),
    );

  it('that hold the same money one succeeds', async () => {
    const account = purse('held', 'fen');
    await give(account, 100);
    const tries = await fifty((index) =>
      db().transaction((tx) =>
        openHold(tx, {
          key: `race hold ${index}`,
          tenantId,
          account,
          amount: 60,
          deadlineAt: new Date(Date.now() + minuteMs),
        }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of tries)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(InsufficientFunds);
    expect(await readBalances(db().read, [account])).toEqual([{ balance: 100, held: 60, available: 40 }]);
  });

  it('that redeem the same ticket one succeeds, and of fifty repeats of one redemption one moves it', async () => {
    const voucher = purse('voucher', 'ticket');
    await give(voucher, 1);
    const tries = await fifty((index) => redeem(voucher, `redeem ${index}`));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const pair = purse('pair', 'ticket');
    await give(pair, 2);
    const repeats = await fifty(() => redeem(pair, 'redeem once'));
    expect(
      repeats.filter((result) => result.status === 'fulfilled' && !result.value[0]!.repeated),
    ).toHaveLength(1);
    expect(await readBalances(db().read, [voucher, pair])).toMatchObject([{ balance: 0 }, { balance: 1 }]);
  });
});
