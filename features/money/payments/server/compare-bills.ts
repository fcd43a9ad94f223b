import { inArray } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { platformScope, platformTenantId, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import type { BillLine, ChannelName, DayBill, PayChannel } from '#providers/pay-channel.ts';
import { type BillKind, billKinds, type Difference } from '../contract/bills.ts';
import { payChannels } from '../contract/channels.ts';
import { platformChanged } from '../contract/disputes.ts';
import { paymentBills, paymentDifferences } from '../tables.ts';
import { comparedDays, type OurLine, readOurs, readOursDoneOn } from './bill-queries.ts';
import { channelOf, isPlatformFailure } from './channels.ts';

interface Found {
  kind: BillKind;
  difference: Difference;
  outNo: string;
  ours: OurLine | undefined;
  theirs: BillLine | undefined;
}

/** Platforms keep bills for three months. */
export const billDays = 89;
/** How far back a server that stood still catches up by itself. */
const caughtUpDays = 7;

function differenceOf(theirs: BillLine, ours: OurLine | undefined): Difference | undefined {
  if (!ours) return 'unknown';
  if (ours.amountFen !== theirs.amountFen) return 'amount';
  const isDone = theirs.state === 'done';
  if (isDone && ours.state !== 'done') return 'state';
  if (theirs.state === 'failed' && ours.state === 'done') return 'state';
  return undefined;
}

/** What the bill says and we do not, or not so. */
async function compareLines(services: Services, kind: BillKind, bill: DayBill): Promise<Found[]> {
  const lines = bill.filter((line) => line.kind === kind);
  const ours = await readOurs(
    services.db.read,
    kind,
    lines.map(({ outNo }) => outNo),
  );
  const byNumber = new Map(ours.map((line) => [line.outNo, line]));
  return lines.flatMap((theirs) => {
    const known = byNumber.get(theirs.outNo);
    const difference = differenceOf(theirs, known);
    return difference ? [{ kind, difference, outNo: theirs.outNo, ours: known, theirs }] : [];
  });
}

/**
 * Near midnight the platform counts to one day what we count to the next, and a refund stands in the bill of the day it
 * was asked for. So one that this bill does not have is asked for by its number before anybody is called.
 */
async function isOfAnotherDay(client: PayChannel, ours: OurLine, day: string): Promise<boolean> {
  const { outNo, outTradeNo, amountFen } = ours;
  const subMerchant = ours.subMerchant ?? undefined;
  if (ours.kind === 'payment') {
    const trade = await client.query(outNo, subMerchant);
    const isSame = trade.state === 'paid' && trade.amountFen === amountFen;
    return isSame && trade.paidAt !== undefined && businessDay(trade.paidAt) !== day;
  }
  if (ours.kind === 'payout') return (await client.queryTransfer(outNo)).state === 'done';
  const refund = await client.queryRefund({ outTradeNo: outTradeNo ?? '', outRefundNo: outNo, subMerchant });
  return refund.state === 'done' && refund.amountFen === amountFen;
}

const maxAsked = 200;

/** What we booked that day and the bill does not have. */
async function findAbsent(
  services: Services,
  client: PayChannel,
  kind: BillKind,
  day: string,
  bill: DayBill,
): Promise<Found[]> {
  const named = new Set(bill.filter((line) => line.kind === kind).map(({ outNo }) => outNo));
  const booked = await readOursDoneOn(services.db.read, kind, client.name, day);
  const absent: Found[] = [];
  let asked = 0;
  for (const ours of booked.filter(({ outNo }) => !named.has(outNo))) {
    asked += 1;
    // a bill that lacks hundreds is wrong as a whole: nobody is asked about each of them
    if (asked <= maxAsked && (await isOfAnotherDay(client, ours, day))) continue;
    absent.push({ kind, difference: 'absent', outNo: ours.outNo, ours, theirs: undefined });
  }
  return absent;
}

const sumOf = (bill: DayBill, kind: BillKind) => {
  const lines = bill.filter((line) => line.kind === kind);
  return { count: lines.length, fen: lines.reduce((sum, { amountFen }) => sum + amountFen, 0) };
};

/** Writes down what was found, and answers how many of it are news. What is not there any more is settled. */
async function writeDown(
  tx: Tx,
  channel: ChannelName,
  day: string,
  found: readonly Found[],
  now: Date,
): Promise<number> {
  const known = await find(tx, platformScope, paymentDifferences, { channel, day }, 'update');
  const keyOf = (one: Pick<Found, 'kind' | 'outNo' | 'difference'>) =>
    `${one.kind} ${one.difference} ${one.outNo}`;
  const knownKeys = new Set(known.map(keyOf));
  const foundKeys = new Set(found.map(keyOf));
  const gone = known.filter((one) => one.state === 'open' && !foundKeys.has(keyOf(one)));
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    await update(tx, platformScope, paymentDifferences, (columns) => inArray(columns.id, ids), {
      state: 'settled',
      endedAt: now,
    });
  }
  const back = known.filter((one) => one.state === 'settled' && foundKeys.has(keyOf(one)));
  if (back.length > 0) {
    const ids = back.map(({ id }) => id);
    await update(tx, platformScope, paymentDifferences, (columns) => inArray(columns.id, ids), {
      state: 'open',
      endedAt: null,
    });
  }
  const fresh = found.filter((one) => !knownKeys.has(keyOf(one)));
  for (const { kind, difference, outNo, ours, theirs } of fresh)
    await insert(tx, tenantScope(ours?.tenantId ?? platformTenantId), paymentDifferences, {
      id: newId(),
      createdAt: now,
      ...{ channel, day, kind, difference, outNo },
      platformNo: theirs?.platformNo ?? ours?.platformNo ?? null,
      ourFen: ours?.amountFen ?? null,
      theirFen: theirs?.amountFen ?? null,
      state: 'open',
    });
  return fresh.length + back.length;
}

/** Reads the bill of a day and compares: line by line there, and then what we booked and it does not have. */
export async function compareBill(services: Services, channel: ChannelName, day: string): Promise<void> {
  const client = channelOf(services, channel);
  if (!client.readBill) return;
  const bill = await client.readBill(day);
  const found: Found[] = [];
  for (const kind of billKinds) {
    found.push(...(await compareLines(services, kind, bill)));
    found.push(...(await findAbsent(services, client, kind, day, bill)));
  }
  const now = services.clock.now();
  const [paid, refunded, paidOut] = billKinds.map((kind) => sumOf(bill, kind));
  const told = {
    comparedAt: now,
    payments: paid?.count ?? 0,
    paymentsFen: paid?.fen ?? 0,
    refunds: refunded?.count ?? 0,
    refundsFen: refunded?.fen ?? 0,
    payouts: paidOut?.count ?? 0,
    payoutsFen: paidOut?.fen ?? 0,
  };
  await services.db.transaction(async (tx) => {
    // this row first: two who compare the same day write one after the other
    await tx
      .insert(paymentBills)
      .values({ channel, day, ...told })
      .onConflictDoUpdate({ target: [paymentBills.channel, paymentBills.day], set: told });
    const news = await writeDown(tx, channel, day, found, now);
    if (news > 0)
      await sendSystemMessage(tx, services.texts, {
        audience: { kind: 'realm', realm: 'platform' },
        titleKey: 'payments:message.differencesTitle',
        bodyKey: `payments:message.differences.${channel}`,
        params: { day, number: news },
        level: 'warning',
        link: '/payment_bills',
      });
    await emit(tx, platformTopic, platformChanged);
  });
}

/** The channels that make bills and are there. */
export const billChannels = (services: Services): ChannelName[] =>
  payChannels.filter((name) => services.channels[name]?.readBill);

/** From ten in the morning: yesterday, and the days before that a standstill left out. A platform's silence waits an hour. */
export async function compareYesterday(services: Services): Promise<void> {
  const today = businessDay(services.clock.now());
  for (const channel of billChannels(services)) {
    const done = await comparedDays(services.db.read, channel, addDays(today, -caughtUpDays));
    for (let back = caughtUpDays; back >= 1; back -= 1) {
      const day = addDays(today, -back);
      if (done.has(day)) continue;
      try {
        await compareBill(services, channel, day);
      } catch (error) {
        if (!isPlatformFailure(error)) throw error;
        services.log.warn({ err: error, channel, day }, 'the bill of a day could not be read');
        break;
      }
    }
  }
}
