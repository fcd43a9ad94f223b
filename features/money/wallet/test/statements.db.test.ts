import { beforeAll, describe, expect, it } from 'vitest';
import { pageStatement, prove, sumStatement, walletAccount } from '#features/money/ledger/server/public.ts';
import { figuresContract } from '#features/selling/figures/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, startOfDay } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { walletContract as wallet } from '../contract.ts';
import { earn, merchantId, outcome } from './purse.ts';

const { server, staff } = testServer();
const owner = staff('merchant');

const walletId = newId();
const account = walletAccount(merchantId, walletId, 'available');
const days = 8;
const perDay = 400;
const firstDay = startOfDay('2026-03-01').getTime();

/** A busy account: eight days of movements, some of which took their turn a little after later ones. */
async function fill(): Promise<void> {
  await earn(server, 1, { tenantId: merchantId, id: walletId });
  await server.services.db.raw.begin(async (tx) => {
    const [a] = await tx`select id from ledger_account where owner_id = ${walletId}`;
    const [b] = await tx`select id, balance, entries from ledger_account
      where owner_kind = 'channel' and owner_id = 'bank' and purpose = 'clearing' and entries > 0 limit 1`;
    await tx`
      create temp table made on commit drop as
      select n, gen_random_uuid() as id,
        to_timestamp(${firstDay / 1000}::float8 + (n - 1) * ${dayMs / 1000 / perDay}::float8
          - case when n % 7 = 0 then 500 else 0 end) as at,
        case when n % 5 = 0 then 'refund' else 'settlement' end as kind,
        case when n % 5 = 0 then -2 else 10 end::bigint as amount
      from generate_series(1, ${days * perDay}) as n`;
    await tx`insert into ledger_transfer (id, created_at, tenant_id, key, request_hash, kind)
      select id, at, ${merchantId}, 'filled:' || n, '', kind from made`;
    // the opening entry of one fen stands last in time, so it is given the last place as well
    await tx`alter table ledger_entry disable trigger ledger_entry_kept`;
    await tx`update ledger_entry set place = ${days * perDay + 1},
        balance_after = 1 + (select sum(amount) from made) where account_id = ${a!.id}`;
    await tx`alter table ledger_entry enable trigger ledger_entry_kept`;
    await tx`insert into ledger_entry (account_id, place, transfer_id, amount, balance_after)
      select ${a!.id}::uuid, n, id, amount, sum(amount) over (order by n) from made
      union all
      select ${b!.id}::uuid, ${b!.entries}::bigint + n, id, -amount,
        ${b!.balance}::bigint - sum(amount) over (order by n) from made`;
    await tx`update ledger_account a set balance = a.balance + s.sum, entries = a.entries + s.number
      from (select sum(amount) as sum, count(*) as number from made) s where a.id = ${a!.id}`;
    await tx`update ledger_account a set balance = a.balance - s.sum, entries = a.entries + s.number
      from (select sum(amount) as sum, count(*) as number from made) s where a.id = ${b!.id}`;
  });
}

describe('a statement of many lines', () => {
  beforeAll(fill);
  const read = () => server.services.db.read;
  const from = (day: number) => new Date(firstDay + day * dayMs);

  it('is a true set of books', async () => {
    const proof = await prove(server.services.db, server.services.clock.now());
    expect(proof.checks.filter((check) => !check.holds)).toEqual([]);
  });

  it('finds any page by its number, newest first, each line with the balance after it', async () => {
    const all = days * perDay + 1;
    const last = await pageStatement(read(), account, {}, { limit: 20, offset: all - 7 });
    expect(last.total).toBe(all);
    expect(last.lines.map(({ place }) => place)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(last.lines.at(-1)?.balanceAfter).toBe(10);
    const middle = await pageStatement(read(), account, {}, { limit: 50, offset: 1000 });
    for (const [index, line] of middle.lines.slice(0, -1).entries())
      expect(line.balanceAfter - line.amount).toBe(middle.lines[index + 1]?.balanceAfter);
    const beyond = await pageStatement(read(), account, {}, { limit: 20, offset: all });
    expect(beyond.lines).toEqual([]);
  });

  it('reads on from a line whatever came meanwhile', async () => {
    const first = await pageStatement(read(), account, {}, { limit: 10, offset: 0 });
    const next = await pageStatement(
      read(),
      account,
      { before: first.lines.at(-1)?.place as number },
      { limit: 10, offset: 0 },
    );
    expect(next.lines[0]?.place).toBe((first.lines.at(-1)?.place as number) - 1);
  });

  it('puts every line into exactly one day, and days add up to the balance', async () => {
    let lines = 0;
    let closing = 0;
    for (let day = -1; day <= days; day++) {
      const period = { from: from(day), to: from(day + 1) };
      const sum = await sumStatement(read(), account, period);
      const page = await pageStatement(read(), account, period, { limit: 500, offset: 0 });
      expect(sum.opening).toBe(closing);
      const moved = sum.kinds.reduce((total, kind) => total + kind.in - kind.out, 0);
      expect(sum.closing).toBe(sum.opening + moved);
      expect(page.lines.reduce((total, line) => total + line.amount, 0)).toBe(moved);
      closing = sum.closing;
      lines += page.total;
    }
    expect(lines).toBe(days * perDay);
  });

  it('filters by kind and direction within the days', async () => {
    const period = { from: from(2), to: from(4) };
    const all = await pageStatement(read(), account, period, { limit: 500, offset: 0 });
    const refunds = await pageStatement(
      read(),
      account,
      { ...period, kinds: ['refund'] },
      { limit: 500, offset: 0 },
    );
    expect(refunds.total).toBe(refunds.lines.length);
    expect(refunds.lines.every(({ kind, amount }) => kind === 'refund' && amount === -2)).toBe(true);
    const out = await pageStatement(
      read(),
      account,
      { ...period, direction: 'out' },
      { limit: 500, offset: 0 },
    );
    expect(out.lines.map(({ place }) => place)).toEqual(refunds.lines.map(({ place }) => place));
    expect(all.total).toBeGreaterThan(refunds.total);
    const second = await pageStatement(
      read(),
      account,
      { ...period, kinds: ['refund'] },
      { limit: 10, offset: 10 },
    );
    expect(second.lines.map(({ place }) => place)).toEqual(
      refunds.lines.slice(10, 20).map(({ place }) => place),
    );
  });
});

describe('what the screens ask for', () => {
  it('gives the flow by three ways the same lines', async () => {
    const [one, two, three] = await Promise.all([
      owner.call(wallet.listFlow, { size: 5 }),
      owner.call(wallet.listCapitalFlow, { size: 5 }),
      owner.call(wallet.listFlowOfUser, {
        size: 5,
        userId: (await server.login('merchant')).user_id as string,
      }),
    ]);
    expect(two).toEqual(one);
    expect(three).toEqual(one);
    expect(one.records.length).toBeGreaterThan(0);
    const today = await owner.call(wallet.sumFlow, { day: businessDay(new Date()) });
    expect(today.closingFen).toBe(one.records[0]?.balanceFen);
  });

  it('puts the shares of a site and day into one line that opens into them, and loses none', async () => {
    const page = { size: 50, kind: 'share' as const };
    const [plain, grouped] = await Promise.all([
      owner.call(wallet.listFlow, page),
      owner.call(wallet.listFlow, { ...page, grouped: true }),
    ]);
    expect(grouped.total).toBe(plain.total);
    expect(grouped.records.length).toBeLessThan(plain.records.length);
    // over all pages, whatever their size: each line once, and the same ones together
    const allPages = async (size: number, more: { grouped?: boolean }) => {
      const lines: (typeof plain.records)[number][] = [];
      for (let current = 1; (current - 1) * size < plain.total; current++) {
        const { records } = await owner.call(wallet.listFlow, { ...page, ...more, size, current });
        expect(records).not.toEqual([]);
        lines.push(...records);
      }
      return lines;
    };
    const opened = (lines: typeof plain.records) =>
      lines.flatMap((line) =>
        (line.parts.length > 0 ? line.parts : [line]).map(({ transferId }) => transferId),
      );
    const [every, inTens, inFifties] = await Promise.all([
      allPages(100, {}),
      allPages(10, { grouped: true }),
      allPages(50, { grouped: true }),
    ]);
    expect(opened(inTens)).toEqual(opened(every));
    expect(inFifties).toEqual(inTens);
    for (const line of grouped.records.filter(({ parts }) => parts.length > 0)) {
      expect(line.amountFen).toBe(line.parts.reduce((sum, { amountFen }) => sum + amountFen, 0));
      expect(line).toMatchObject({ orderNumber: null, personName: null, fieldName: expect.any(String) });
    }
    const [share] = plain.records;
    expect(share).toMatchObject({ personName: expect.any(String), fieldName: expect.any(String) });
    const movement = await owner.call(wallet.readMovement, { id: share?.transferId as string });
    expect(movement).toMatchObject({ personName: share?.personName, fieldName: share?.fieldName });
    expect(movement.order?.orderNumber).toBe(share?.orderNumber);
  });

  it('shows a movement to those whose wallet it touched', async () => {
    const { records } = await owner.call(wallet.listFlow, { size: 50, kind: 'transfer' });
    const movement = await owner.call(wallet.readMovement, { id: records[0]?.transferId as string });
    expect(movement.legs.reduce((sum, leg) => sum + leg.amount, 0)).toBe(0);
    expect(movement.legs.map(({ owner: whose }) => whose)).toEqual(['own', 'own']);
    const other = await server.as('merchant2');
    expect(await outcome(other.call(wallet.readMovement, { id: movement.id }))).toBe('404');
    const franchisee = await server.as('franchisee');
    expect(await outcome(franchisee.call(wallet.readMovement, { id: movement.id }))).toBe('404');
    expect(await outcome(owner.call(wallet.readMovement, { id: newId() }))).toBe('404');
  });

  it('sums income by source to one total', async () => {
    const today = businessDay(new Date());
    const income = await owner.call(figuresContract.readIncome, {
      from: businessDay(new Date(Date.now() - 30 * dayMs)),
      to: today,
    });
    for (const part of [income.sources, income.sites, income.days])
      expect(part.reduce((sum, { netFen }) => sum + netFen, 0)).toBe(income.total.netFen);
    expect(await outcome(owner.call(figuresContract.readIncome, { from: today, to: '2020-01-01' }))).toBe(
      '400',
    );
    expect(await outcome(owner.call(figuresContract.readIncome, { from: '2020-01-01', to: today }))).toBe(
      '400',
    );
  });

  it('tells the platform what it earned and what channels hold', async () => {
    const admin = await server.as('admin');
    const { platform, wallet: own } = await admin.call(wallet.readWallet, {});
    expect(own).toBeNull();
    expect(platform.find(({ account: name }) => name === 'adjustment')?.balanceFen).toBe(-2_000_00);
    const { records } = await admin.call(wallet.listBalances, { size: 100 });
    expect(records.map(({ id }) => id)).toContain(demoTenants.merchant2);
  });
});
