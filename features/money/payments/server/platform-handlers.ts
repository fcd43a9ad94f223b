import { and, count, desc, eq, gte, inArray, isNotNull, isNull, min, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type ColumnsOf, rows, update } from '#kit/server/tables.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { payChannels } from '../contract/channels.ts';
import type { PlatformState, paymentsContract } from '../contract.ts';
import {
  directSettlements,
  paymentChannelStates,
  paymentNoticeRefusals,
  paymentNotices,
  paymentRefunds,
  payments,
  payouts,
  profitShareReleases,
  profitShareReturns,
  profitShares,
} from '../tables.ts';
import { writeRefusals } from './refusals.ts';
import { later, wakeWorkers } from './schedule.ts';

const lookedBackMs = 30 * dayMs;
type Platform = ResultOf<typeof paymentsContract.listPlatforms>['platforms'][number];

/** Nobody asks for it by the clock any more. */
const leftToPeople = (row: { givenUpAt: PgColumn; endedAt: PgColumn }): SQL | undefined =>
  and(isNotNull(row.givenUpAt), isNull(row.endedAt));

/** Open at the platform: it has been told, and has not said the last word. */
async function waitingAt(reader: Reader, channel: ChannelName): Promise<Platform['waiting']> {
  const payment = rows(platformScope, payments);
  const refund = rows(platformScope, paymentRefunds);
  const payout = rows(platformScope, payouts);
  const share = rows(platformScope, profitShares);
  const release = rows(platformScope, profitShareReleases);
  const back = rows(platformScope, profitShareReturns);
  const settlement = rows(platformScope, directSettlements);
  const onlyWechat = channel === 'wechat' ? undefined : sql`false`;
  const left: Partial<Record<Platform['waiting'][number]['kind'], SQL>> = {
    refunds: leftToPeople(refund),
    payouts: leftToPeople(payout),
  };
  const lists = [
    {
      kind: 'payments' as const,
      table: payment,
      where: and(eq(payment.channel, channel), eq(payment.state, 'waiting')),
    },
    { kind: 'refunds' as const, table: refund, where: eq(refund.channel, channel) },
    { kind: 'payouts' as const, table: payout, where: eq(payout.channel, channel) },
    { kind: 'shares' as const, table: share, where: onlyWechat },
    { kind: 'releases' as const, table: release, where: onlyWechat },
    { kind: 'shareReturns' as const, table: back, where: onlyWechat },
    {
      kind: 'settlements' as const,
      table: settlement,
      where: channel === 'alipay' ? undefined : sql`false`,
    },
  ];
  return Promise.all(
    lists.map(async ({ kind, table, where }) => {
      const [found] = await reader
        .select({ count: count(), oldestAt: min(table.createdAt) })
        .from(table)
        .where(and(or(isNotNull(table.nextTryAt), left[kind]), where));
      return { kind, count: found?.count ?? 0, oldestAt: found?.oldestAt ?? null };
    }),
  );
}

async function noticesOf(reader: Reader, channel: ChannelName, since: Date) {
  const [found] = await reader
    .select({ count: count() })
    .from(paymentNotices)
    .where(and(eq(paymentNotices.channel, channel), gte(paymentNotices.lastAt, since)));
  const [last] = await reader
    .select({ at: paymentNotices.lastAt })
    .from(paymentNotices)
    .where(eq(paymentNotices.channel, channel))
    .orderBy(desc(paymentNotices.lastAt))
    .limit(1);
  const refusals = await reader
    .select({
      reason: paymentNoticeRefusals.reason,
      times: sql<number>`sum(${paymentNoticeRefusals.times})::int`.mapWith(Number),
      lastAt: sql<Date>`max(${paymentNoticeRefusals.lastAt})`.mapWith(paymentNoticeRefusals.lastAt),
    })
    .from(paymentNoticeRefusals)
    .where(
      and(eq(paymentNoticeRefusals.channel, channel), gte(paymentNoticeRefusals.day, businessDay(since))),
    )
    .groupBy(paymentNoticeRefusals.reason)
    .orderBy(sql`2 desc`);
  return {
    notices: found?.count ?? 0,
    lastNoticeAt: last?.at ?? null,
    refusals,
  };
}

interface Signs {
  configured: boolean;
  down: boolean;
  /** it answered or wrote at least once */
  heard: boolean;
}

function platformStateOf({ configured, down, heard }: Signs): PlatformState {
  if (!configured) return 'absent';
  if (down) return 'down';
  return heard ? 'working' : 'quiet';
}

async function platformOf(services: Services, channel: ChannelName): Promise<Platform> {
  const reader = services.db.read;
  const client = services.channels[channel];
  const [state] = await reader
    .select()
    .from(paymentChannelStates)
    .where(eq(paymentChannelStates.channel, channel));
  const notices = await noticesOf(reader, channel, later(services.clock.now(), -lookedBackMs));
  const heard = Boolean(state?.answeredAt ?? notices.lastNoticeAt);
  return {
    channel,
    state: platformStateOf({ configured: client !== undefined, down: Boolean(state?.downSince), heard }),
    configured: client !== undefined,
    simulated: services.demoPay[channel] !== undefined,
    merchantId: client?.merchantId ?? null,
    appId: client?.appId ?? null,
    answeredAt: state?.answeredAt ?? null,
    downSince: state?.downSince ?? null,
    lastError: state?.lastError ?? null,
    ...notices,
    waiting: await waitingAt(reader, channel),
  };
}

export const listPlatforms: Handler<typeof paymentsContract.listPlatforms> = async ({ services }) => {
  await writeRefusals(services);
  return { platforms: await Promise.all(payChannels.map((channel) => platformOf(services, channel))) };
};

/** What waits for its turn gets it now. */
export const askPlatforms: Handler<typeof paymentsContract.askPlatforms> = async (context, { channel }) => {
  const { services, clock } = context;
  const now = { nextTryAt: clock.now() };
  await services.db.transaction(async (tx) => {
    for (const table of [payments, paymentRefunds, payouts])
      await update(
        tx,
        platformScope,
        table as typeof payments,
        (columns) =>
          and(
            eq(columns.channel, channel),
            table === payments
              ? isNotNull(columns.nextTryAt)
              : or(
                  isNotNull(columns.nextTryAt),
                  leftToPeople(columns as unknown as ColumnsOf<typeof payouts>),
                ),
            // what the platform has not heard of can not be asked for
            table === payments ? inArray(columns.state, ['waiting', 'closed']) : undefined,
          ),
        now,
      );
    if (channel === 'wechat') {
      await update(tx, platformScope, profitShares, ({ state }) => eq(state, 'sent'), now);
      await update(tx, platformScope, profitShareReleases, ({ state }) => eq(state, 'sent'), now);
      await update(tx, platformScope, profitShareReturns, ({ state }) => eq(state, 'sent'), now);
    } else await update(tx, platformScope, directSettlements, ({ state }) => eq(state, 'sent'), now);
    await audit(tx, context, {
      action: 'payments.ask',
      entity: 'paymentPlatform',
      entityId: channel,
      label: channel,
    });
    await wakeWorkers(tx);
  });
  return {};
};
