import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoTenants } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { ledgerContract } from '../contract.ts';
import { voidOverdueHolds } from '../server/holds.ts';
import {
  type AccountName,
  InsufficientFunds,
  type Leg,
  lockAccounts,
  openHold,
  postHold,
  postTransfers,
  prove,
  readBalances,
  readStatement,
  reverseTransfer,
  voidHold,
} from '../server/public.ts';

const { server } = testServer();

const tenantId = demoTenants.merchant;
const wallet = (ownerId: string, unit: AccountName['unit'] = 'fen'): AccountName => ({
  tenantId,
  ownerKind: 'player',
  ownerId,
  purpose: 'wallet',
  unit,
});
const clearing = (unit: AccountName['unit'] = 'fen'): AccountName => ({
  tenantId: demoTenants.platform,
  ownerKind: 'channel',
  ownerId: 'test',
  purpose: 'clearing',
  unit,
});
let nextKey = 0;
const newKey = () => `test-${nextKey++}`;
const move = (from: AccountName, to: AccountName, amount: number): Leg[] => [
  { account: from, amount: -amount },
  { account: to, amount },
];
const db = () => server.services.db;
const post = (legs: Leg[], key = newKey()) =>
  db().transaction((tx) => postTransfers(tx, [{ key, tenantId, kind: 'test', legs }]));
const balanceOf = async (name: AccountName) => (await readBalances(db().read, [name]))[0]!;
const later = () => new Date(Date.now() + 60_000);

describe('transfers', () => {
  it('move value from one account to another and show in the statement', async () => {
    await post(move(clearing(), wallet('a'), 500));
    await post(move(wallet('a'), wallet('b'), 120));
    expect(await balanceOf(wallet('a'))).toEqual({ balance: 380, held: 0, available: 380 });
    const lines = await readStatement(db().read, wallet('a'), { limit: 10 });
    expect(lines.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      [-120, 380],
      [500, 500],
    ]);
    const rest = await readStatement(db().read, wallet('a'), { limit: 10, before: lines[0]!.place });
    expect(rest).toHaveLength(1);
  });

  it('happen once for one key, and a key with other parameters is refused', async () => {
    const key = newKey();
    const legs = move(clearing(), wallet('once'), 70);
    const posted = await Promise.all(Array.from({ length: 20 }, () => post(legs, key)));
    expect(posted.filter(([transfer]) => !transfer!.repeated)).toHaveLength(1);
    expect(new Set(posted.map(([transfer]) => transfer!.id)).size).toBe(1);
    expect((await balanceOf(wallet('once'))).balance).toBe(70);
    await expect(post(move(clearing(), wallet('once'), 71), key)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('never bring a wallet below zero, in any order', async () => {
    await post(move(clearing(), wallet('poor'), 100));
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => post(move(wallet('poor'), wallet('rich'), 30))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(
      tries.filter((result) => result.status === 'rejected' && result.reason instanceof InsufficientFunds),
    ).toHaveLength(47);
    expect((await balanceOf(wallet('poor'))).balance).toBe(10);
  });

  it('wait for an account that somebody took before anybody used it', async () => {
    const events: string[] = [];
    let second: Promise<unknown> | undefined;
    await db().transaction(async (tx) => {
      await lockAccounts(tx, [{ account: wallet('unused'), spread: '' }]);
      second = post(move(clearing(), wallet('unused'), 50)).then(() => events.push('moved'));
      const isWaiting = async () => {
        const [{ waiting } = { waiting: 0 }] = await db().raw<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting > 0;
      };
      while (events.length === 0 && !(await isWaiting())) await setTimeout(10);
      events.push('given back');
    });
    await second;
    expect(events).toEqual(['given back', 'moved']);
    expect((await balanceOf(wallet('unused'))).balance).toBe(50);
  });

  it('linked ones are posted together or not at all', async () => {
    await post(move(clearing(), wallet('linked'), 100));
    const both = db().transaction((tx) =>
      postTransfers(tx, [
        { key: newKey(), tenantId, kind: 'test', legs: move(wallet('linked'), wallet('x'), 60) },
        { key: newKey(), tenantId, kind: 'test', legs: move(wallet('linked'), wallet('y'), 60) },
      ]),
    );
    await expect(both).rejects.toBeInstanceOf(InsufficientFunds);
    expect((await balanceOf(wallet('linked'))).balance).toBe(100);
    expect((await balanceOf(wallet('x'))).balance).toBe(0);
  });

  it('that do not add up, or mix units, are refused', async () => {
    await expect(post([{ account: wallet('a'), amount: 5 }])).rejects.toBeInstanceOf(RangeError);
    await expect(
      post([
        { account: clearing(), amount: -5 },
        { account: wallet('a', 'coin'), amount: 5 },
      ]),
    ).rejects.toBeInstanceOf(RangeError);
  });

  it('are turned round once', async () => {
    const id = (await post(move(clearing(), wallet('back'), 40)))[0]!.id;
    const reverse = () =>
      db().transaction((tx) =>
        reverseTransfer(tx, { id, tenantId }, { key: `reverse-${id}`, kind: 'refund' }),
      );
    await Promise.all([reverse(), reverse(), reverse()]);
    expect((await balanceOf(wallet('back'))).balance).toBe(0);
  });

  it('can neither be changed nor removed, not even by SQL', async () => {
    for (const statement of [
      'update ledger_entry set amount = amount + 1',
      'delete from ledger_entry',
      'delete from ledger_transfer',
      "update ledger_transfer set kind = 'x'",
      'truncate ledger_entry, ledger_transfer cascade',
      'delete from ledger_account',
    ])
      await expect(db().raw.unsafe(statement)).rejects.toMatchObject({ code: '23001' });
  });
});

describe('holds', () => {
  const hold = (account: AccountName, amount: number, key = newKey()) =>
    db().transaction((tx) => openHold(tx, { key, tenantId, account, amount, deadlineAt: later() }));

  it('keep value from being spent, are posted in part and free the rest', async () => {
    await post(move(clearing(), wallet('h1'), 100));
    const { id } = await hold(wallet('h1'), 80);
    expect(await balanceOf(wallet('h1'))).toEqual({ balance: 100, held: 80, available: 20 });
    await expect(post(move(wallet('h1'), wallet('x'), 21))).rejects.toBeInstanceOf(InsufficientFunds);
    const end = await db().transaction((tx) =>
      postHold(
        tx,
        { tenantId, id },
        { kind: 'test', credits: [{ account: wallet('x'), amount: 50 }], now: new Date() },
      ),
    );
    expect(end).toMatchObject({ state: 'posted', postedAmount: 50 });
    expect(await balanceOf(wallet('h1'))).toEqual({ balance: 50, held: 0, available: 50 });
  });

  it('end once, whether fifty post or void them', async () => {
    await post(move(clearing(), wallet('h2'), 100));
    const { id } = await hold(wallet('h2'), 100);
    const ends = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        db().transaction((tx) =>
          index % 2
            ? voidHold(tx, { tenantId, id }, new Date())
            : postHold(
                tx,
                { tenantId, id },
                { kind: 'test', credits: [{ account: wallet('h2x'), amount: 100 }], now: new Date() },
              ),
        ),
      ),
    );
    expect(new Set(ends.map(({ state }) => state)).size).toBe(1);
    const posted = ends[0]!.state === 'posted';
    expect((await balanceOf(wallet('h2'))).balance).toBe(posted ? 0 : 100);
    expect((await balanceOf(wallet('h2x'))).balance).toBe(posted ? 100 : 0);
  });

  it('of fifty that want the same money, as many succeed as there is', async () => {
    await post(move(clearing(), wallet('h3'), 100));
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => hold(wallet('h3'), 100)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are voided when their time is over', async () => {
    await post(move(clearing(), wallet('h4'), 10));
    await hold(wallet('h4'), 10);
    await voidOverdueHolds(db(), new Date());
    expect((await balanceOf(wallet('h4'))).held).toBe(10);
    await voidOverdueHolds(db(), new Date(Date.now() + 120_000));
    expect((await balanceOf(wallet('h4'))).held).toBe(0);
  });
});

type Step =
  | { kind: 'move'; from: number; to: number; amount: number }
  | { kind: 'hold'; from: number; amount: number }
  | { kind: 'end'; hold: number; part: number; to: number };

const owner = () => fc.integer({ min: -1, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    from: owner(),
    to: owner(),
    amount: fc.integer({ min: 1, max: 1000 }),
  }),
  fc.record({
    kind: fc.constant('hold' as const),
    from: fc.integer({ min: 0, max: 5 }),
    amount: fc.integer({ min: 1, max: 500 }),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    hold: fc.nat(20),
    part: fc.integer({ min: 0, max: 100 }),
    to: owner(),
  }),
);

it('whatever is asked in parallel, the books balance and agree with a simple model of what was accepted', {
  timeout: patient(120_000),
}, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const prefix = `model-${run++}-`;
      const name = (index: number) => (index < 0 ? clearing() : wallet(`${prefix}${index}`));
      const expected = new Map<number, number>();
      const add = (index: number, amount: number) => expected.set(index, (expected.get(index) ?? 0) + amount);
      const holds: { id: string; from: number; amount: number }[] = [];
      const work = async (item: Step) => {
        if (item.kind === 'move') {
          if (item.from === item.to) return;
          await post(move(name(item.from), name(item.to), item.amount));
          add(item.from, -item.amount);
          add(item.to, item.amount);
        } else if (item.kind === 'hold') {
          const { id } = await db().transaction((tx) =>
            openHold(tx, {
              key: newKey(),
              tenantId,
              account: name(item.from),
              amount: item.amount,
              deadlineAt: later(),
            }),
          );
          holds.push({ id, from: item.from, amount: item.amount });
        } else {
          const hold = holds.splice(item.hold % Math.max(1, holds.length), 1)[0];
          if (!hold) return;
          const amount = Math.floor((hold.amount * item.part) / 100);
          await db().transaction((tx) =>
            amount === 0 || hold.from === item.to
              ? voidHold(tx, { tenantId, id: hold.id }, new Date())
              : postHold(
                  tx,
                  { tenantId, id: hold.id },
                  { kind: 'test', credits: [{ account: name(item.to), amount }], now: new Date() },
                ),
          );
          if (amount === 0 || hold.from === item.to) return;
          add(hold.from, -amount);
          add(item.to, amount);
        }
      };
      const results = await Promise.allSettled(steps.map(work));
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(InsufficientFunds);
      for (let index = 0; index <= 5; index++)
        expect((await balanceOf(name(index))).balance).toBe(expected.get(index) ?? 0);
    }),
    { numRuns: 25 },
  );
  const proof = await prove(db(), new Date());
  expect(proof.checks.filter((check) => !check.holds)).toEqual([]);
});

it('a book that was tampered with is found, and the administrator sees where', async () => {
  const admin = await server.as('admin');
  expect((await admin.call(ledgerContract.prove, {})).holds).toBe(true);
  await db().raw`update ledger_account set balance = balance + 1 where owner_id = 'a' and purpose = 'wallet'`;
  const proof = await admin.call(ledgerContract.prove, {});
  expect(proof.checks.filter((check) => !check.holds).map(({ name }) => name)).toEqual([
    'unitsSumToZero',
    'balancesMatchEntries',
  ]);
  await expect((await server.as('merchant')).call(ledgerContract.prove, {})).rejects.toMatchObject({
    status: 403,
  });
});
