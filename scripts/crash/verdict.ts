import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerContract } from '#features/money/ledger/contract.ts';
import type { DevicePlan } from '#features/selling/orders/rules/device-plan.ts';
import type { Client } from '#kit/contract/client.ts';
import type { Database } from '#kit/server/database.ts';
import type { Helper } from '../helper-process.ts';
import type { MachineTruth } from './fleet-process.ts';
import type { Platforms } from './platforms.ts';
import type { Promises } from './shoppers.ts';

/** Everything that is not at its end. */
export async function openWork(db: Database, since: Date): Promise<string[]> {
  const rows = await db.raw<{ what: string }[]>`
    select 'order ' || number || ' is ' || state as what from orders
      where created_at >= ${since} and state in ('created', 'paid', 'fulfilling', 'refunding')
    union all select 'payment ' || out_trade_no || ' is ' || state from payment
      where created_at >= ${since} and state not in ('paid', 'closed')
    union all select 'refund ' || out_refund_no || ' is ' || state from payment_refund
      where created_at >= ${since} and state not in ('done', 'failed')
    union all select 'payout ' || out_bill_no || ' is ' || state from payout
      where created_at >= ${since} and state not in ('done', 'failed')
    union all select 'hold ' || key || ' is open' from ledger_hold where created_at >= ${since} and state = 'open'
    union all select 'command ' || id || ' is ' || state from device_command
      where created_at >= ${since} and state in ('queued', 'sent', 'accepted')`;
  return rows.map(({ what }) => what);
}

export async function settled(db: Database, since: Date, withinMs: number): Promise<string[]> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const open = await openWork(db, since);
    if (open.length === 0 || performance.now() > untilMs) return open;
    await sleep(500);
  }
}

interface Evidence {
  db: Database;
  since: Date;
  admin: Client;
  platforms: Platforms;
  fleet: Helper<unknown>;
  promises: Promises;
}

/** What is wrong, each in one line; nothing when every fen is where it belongs. */
export async function judge(evidence: Evidence): Promise<string[]> {
  const lists = [
    await judgeBooks(evidence),
    await judgePayments(evidence),
    await judgePayouts(evidence),
    await judgePromises(evidence),
    await judgeMachines(evidence),
  ];
  return lists.flat();
}

async function judgeBooks({ admin }: Evidence): Promise<string[]> {
  const { checks } = await admin.call(ledgerContract.prove, {});
  return checks
    .filter(({ holds }) => !holds)
    .map(({ name, wrong, examples }) => `proof: ${name} has ${wrong} wrong: ${examples.join(', ')}`);
}

/** What the platforms remember against what we booked: each payment once, each refund once. */
async function judgePayments({ db, since, platforms }: Evidence): Promise<string[]> {
  const trades = new Map((await platforms.trades()).map((trade) => [trade.outTradeNo, trade]));
  const rows = await db.raw<
    {
      out_trade_no: string;
      amount: number;
      state: string;
      credits: number;
      credited: number;
      refunded: number;
    }[]
  >`
    select p.out_trade_no, p.amount_fen::int as amount, p.state, coalesce(t.credits, 0)::int as credits,
      coalesce(t.credited, 0)::int as credited, coalesce(r.refunded, 0)::int as refunded
    from payment p
    left join lateral (
      select count(distinct t.id) as credits, -sum(e.amount) as credited from ledger_transfer t
      join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
      where t.tenant_id = p.tenant_id and t.key = 'payment:' || p.id and a.purpose = 'clearing'
    ) t on true
    left join lateral (
      select sum(amount_fen) as refunded from payment_refund f
      where f.tenant_id = p.tenant_id and f.payment_id = p.id and f.state = 'done'
    ) r on true
    where p.created_at >= ${since} and p.channel in ('wechat', 'alipay')`;
  const wrong: string[] = [];
  const known = new Set(rows.map(({ out_trade_no }) => out_trade_no));
  for (const row of rows) {
    const trade = trades.get(row.out_trade_no);
    const isPaid = trade?.isPaid ?? false;
    const expected = {
      state: isPaid ? 'paid' : 'closed',
      credits: isPaid ? 1 : 0,
      credited: isPaid ? row.amount : 0,
    };
    if (
      row.state !== expected.state ||
      row.credits !== expected.credits ||
      row.credited !== expected.credited
    )
      wrong.push(
        `payment ${row.out_trade_no}: ${JSON.stringify(row)}, but the platform says ${JSON.stringify(trade)}`,
      );
    if ((trade?.refundedFen ?? 0) !== row.refunded)
      wrong.push(
        `payment ${row.out_trade_no}: ${row.refunded} refunded, the platform says ${trade?.refundedFen}`,
      );
  }
  for (const { outTradeNo, isPaid } of trades.values())
    if (isPaid && !known.has(outTradeNo)) wrong.push(`trade ${outTradeNo} was paid and is unknown here`);
  return wrong;
}

async function judgePayouts({ db, since, platforms }: Evidence): Promise<string[]> {
  const paid = (await platforms.payouts()).filter(({ isPaid }) => isPaid);
  const rows = await db.raw<{ out_bill_no: string; amount: number }[]>`
    select out_bill_no, amount_fen::int as amount from payout where created_at >= ${since} and state = 'done'`;
  const text = (list: { out_bill_no: string; amount: number }[]) =>
    list.map(({ out_bill_no, amount }) => `${out_bill_no} ${amount}`).sort();
  const theirs = text(
    paid.map(({ outBillNo, amountFen }) => ({ out_bill_no: outBillNo, amount: amountFen })),
  );
  const ours = text([...rows]);
  return theirs.join() === ours.join()
    ? []
    : [`payouts: ${ours.join(', ')}, the platform says ${theirs.join(', ')}`];
}

/** Whatever was answered with yes is there, and what nobody asked for is not. */
async function judgePromises({ db, since, promises }: Evidence): Promise<string[]> {
  const wrong = [...promises.contradictions];
  if (promises.paid.size === 0) wrong.push('nobody could buy anything, so nothing is proven');
  const orders = await db.raw<{ number: string; amount: number; paid: number }[]>`
    select number, amount::int as amount, paid_amount::int as paid from orders
    where number = any(${[...promises.orders.keys()]})`;
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  for (const [number, amount] of promises.orders) {
    const order = byNumber.get(number);
    if (order?.amount !== amount) wrong.push(`order ${number} over ${amount} is ${JSON.stringify(order)}`);
    if (promises.paid.has(number) && order?.paid !== amount)
      wrong.push(`order ${number} was paid and is not`);
  }
  const [others] = await db.raw<[{ count: number }]>`
    select count(*)::int from orders
    where created_at >= ${since} and number <> all(${[...promises.orders.keys()]})`;
  if (others.count > promises.unanswered)
    wrong.push(`${others.count} orders nobody was told of, but only ${promises.unanswered} had no answer`);
  const [kept] = await db.raw<[{ refunds: number; withdrawals: number }]>`
    select (select count(*)::int from order_refund where id = any(${[...promises.refunds]}::uuid[])) as refunds,
      (select count(*)::int from withdrawal where id = any(${[...promises.withdrawals]}::uuid[])) as withdrawals`;
  if (kept.refunds !== promises.refunds.size)
    wrong.push(`${promises.refunds.size} refunds were promised, ${kept.refunds} exist`);
  if (kept.withdrawals !== promises.withdrawals.size)
    wrong.push(`${promises.withdrawals.size} withdrawals were promised, ${kept.withdrawals} exist`);
  return wrong;
}

interface Delivery {
  number: string;
  device_code: string;
  counted: number | null;
  plan: DevicePlan;
}

/** What machines moved, command by command, is what orders say; and they moved nothing else. */
async function judgeMachines({ db, since, fleet }: Evidence): Promise<string[]> {
  const orders = await db.raw<Delivery[]>`
    select number, device_code, counted, fulfilment -> 'plan' as plan from orders
    where created_at >= ${since} and device_code is not null and command_id is not null`;
  const commands = orders.flatMap(({ device_code, plan }) =>
    plan.steps.flatMap(({ commandId }) => (commandId ? [{ code: device_code, commandId }] : [])),
  );
  const byMachine = Map.groupBy(commands, ({ code }) => code);
  const ids = Object.fromEntries(
    [...byMachine].map(([code, list]) => [code, list.map(({ commandId }) => commandId)]),
  );
  const truth = await fleet.ask<MachineTruth[]>('truth', ids);
  const entries = new Map(
    truth.flatMap((machine) => machine.entries.map((entry) => [entry.id, entry] as const)),
  );
  const wrong: string[] = [];
  const counted = new Map<string, number>();
  for (const { number, device_code, plan } of orders)
    for (const step of plan.steps.filter(({ commandId }) => commandId)) {
      const moved = entries.get(step.commandId as string)?.counted ?? 0;
      counted.set(device_code, (counted.get(device_code) ?? 0) + moved);
      if ((step.counted ?? 0) !== moved || !step.end || step.end === 'unknown')
        wrong.push(`order ${number}: the machine moved ${moved}, the order says ${JSON.stringify(step)}`);
    }
  for (const { code, onlineCoins } of truth)
    if (onlineCoins !== (counted.get(code) ?? 0))
      wrong.push(`machine ${code} moved ${onlineCoins} coins, orders say ${counted.get(code) ?? 0}`);
  return wrong;
}
