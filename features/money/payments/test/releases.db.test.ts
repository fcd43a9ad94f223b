import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { type Payment, requestProfitShare, requestRelease } from '../server/public.ts';
import { releaseOverdue } from '../server/releases.ts';
import { profitShareReleases } from '../tables.ts';
import { openShop, tenantId } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());

const wechat = () => shop.server.services.demoPay.wechat!.control;
const receiver = demoPeople.find(({ platform }) => platform === 'wechat')?.openId as string;

const release = (payment: Payment) =>
  shop.server.services.db.transaction((tx) =>
    requestRelease(tx, shop.server.services, { tenantId, paymentId: payment.id }),
  );

const share = (payment: Payment, amountFen: number, unfreezeRest = false) =>
  shop.server.services.db.transaction((tx) =>
    requestProfitShare(tx, shop.server.services, {
      tenantId,
      paymentId: payment.id,
      key: newId(),
      debit: shop.account,
      lines: [
        { receiverKey: newId(), type: 'PERSONAL_OPENID', account: receiver, amountFen, description: '分账' },
      ],
      unfreezeRest,
    }),
  );

async function row(payment: Payment) {
  const table = rows(tenantScope(tenantId), profitShareReleases);
  const found = await shop.server.services.db.read
    .select()
    .from(table)
    .where(eq(table.paymentId, payment.id));
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
}

async function untilEnded(payment: Payment) {
  for (let turn = 0; turn < 20; turn++) {
    shop.server.clock.forward(minuteMs);
    await shop.work();
    const found = await row(payment);
    if (found?.endedAt) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the release did not end');
}

async function atWechat(payment: Payment) {
  const { transactionId } = await shop.read(payment);
  return wechat()
    .shares()
    .filter((known) => known.transactionId === transactionId)
    .map(({ lines }) => lines.map(({ amountFen }) => amountFen));
}

const keptApart = () => shop.sell({ profitSharing: true, amountFen: 10_000 });

describe('what WeChat keeps apart and nobody gets a share of', () => {
  it('is released once, though it is asked for 50 times at once', async () => {
    const payment = await keptApart();
    const asked = await Promise.all(Array.from({ length: 50 }, () => release(payment)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(await untilEnded(payment)).toMatchObject({ state: 'released', reason: null });
    expect(await atWechat(payment)).toEqual([[10_000]]);
  });

  it('is not asked for within the first minute', async () => {
    const payment = await keptApart();
    await release(payment);
    await shop.work();
    expect(await row(payment)).toMatchObject({ state: 'requested' });
    expect(await atWechat(payment)).toEqual([]);
  });

  it('is released once when WeChat is out of reach and its answers are lost', async () => {
    const payment = await keptApart();
    await release(payment);
    wechat().outage(true);
    shop.server.clock.forward(2 * minuteMs);
    await shop.work();
    expect(await row(payment)).toMatchObject({ state: 'sent' });
    wechat().outage(false);
    wechat().loseAnswers(3);
    expect(await untilEnded(payment)).toMatchObject({ state: 'released' });
    expect(await atWechat(payment)).toEqual([[10_000]]);
  });

  it('waits for a share under way, and afterwards nothing more is shared', async () => {
    const payment = await keptApart();
    await share(payment, 1000);
    await release(payment);
    expect(await untilEnded(payment)).toMatchObject({ state: 'released' });
    expect(await atWechat(payment)).toEqual([[1000], [9000]]);
    await expect(share(payment, 500)).rejects.toThrow('payments:error.notShareable');
  });

  it('needs no release once the player has all of it back', async () => {
    const payment = await keptApart();
    await release(payment);
    await shop.refund(payment, 10_000);
    expect(await untilEnded(payment)).toMatchObject({ state: 'needless' });
    expect(await atWechat(payment)).toEqual([]);
  });

  it('is released as far as the player did not get it back', async () => {
    const payment = await keptApart();
    await shop.refund(payment, 4000);
    await release(payment);
    expect(await untilEnded(payment)).toMatchObject({ state: 'released' });
    expect(await atWechat(payment)).toEqual([[6000]]);
  });

  it('is nothing any more where WeChat says so', async () => {
    const payment = await keptApart();
    await share(payment, 1000, true);
    await release(payment);
    const ended = await untilEnded(payment);
    expect(ended).toMatchObject({ state: 'released' });
    expect(ended.reason).toContain('分账金额不足');
  });

  it('is refused for a payment that was not kept apart', async () => {
    await expect(release(await shop.sell())).rejects.toThrow('payments:error.notShareable');
  });
});

describe('after twenty-nine days', () => {
  it('what nobody decided about is released, and what was shared or refunded is left alone', async () => {
    const forgotten = await keptApart();
    const shared = await keptApart();
    const refunded = await keptApart();
    await share(shared, 1000, true);
    await shop.refund(refunded, 10_000);
    shop.server.clock.forward(28 * dayMs);
    await releaseOverdue(shop.server.services);
    expect(await row(forgotten)).toBeUndefined();
    shop.server.clock.forward(dayMs);
    await Promise.all([releaseOverdue(shop.server.services), releaseOverdue(shop.server.services)]);
    expect(await untilEnded(forgotten)).toMatchObject({ state: 'released' });
    expect(await atWechat(forgotten)).toEqual([[10_000]]);
    expect([await row(shared), await row(refunded)]).toEqual([undefined, undefined]);
  });

  it('WeChat has done it by itself when we were too late', async () => {
    const payment = await keptApart();
    await release(payment);
    wechat().outage(true);
    shop.server.clock.forward(31 * dayMs);
    await shop.work();
    wechat().outage(false);
    shop.server.clock.forward(hourMs);
    expect(await untilEnded(payment)).toMatchObject({ state: 'lapsed' });
  });
});

it('the books name a payment that was neither shared, released nor refunded in thirty days', async () => {
  const payment = await keptApart();
  const { db } = shop.server.services;
  const paidAt = (days: number) =>
    db.transaction((tx) =>
      tx.execute(
        sql`update payment set paid_at = now() - make_interval(days => ${days}::int) where id = ${payment.id}`,
      ),
    );
  expect(await shop.brokenChecks()).toEqual([]);
  await paidAt(31);
  expect((await shop.brokenChecks()).join()).toContain(`nothingKeptApartTooLong ${payment.id}`);
  await release(payment);
  await untilEnded(payment);
  expect(await shop.brokenChecks()).toEqual([]);
});
