import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoPeople } from '#providers/demo-people.ts';
import {
  findShareReturns,
  onPayments,
  type Payment,
  requestProfitShare,
  requestShareReturn,
  type ShareReturnEnd,
} from '../server/public.ts';
import { profitShares } from '../tables.ts';
import { openShop, tenantId } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());
const told: ShareReturnEnd[] = [];
beforeAll(async () => {
  onPayments(shop.server.services, {
    shareReturned: async (_tx, back) => {
      told.push(back);
    },
  });
});

const wechat = () => shop.server.services.demoPay.wechat!.control;
const merchant = '1900000222';
const person = demoPeople.find(({ platform }) => platform === 'wechat')?.openId as string;

interface Shared {
  payment: Payment;
  receiverKey: string;
}

/** A payment of ¥100 of which WeChat gave a part to somebody. */
async function shared(
  amountFen: number,
  type: 'MERCHANT_ID' | 'PERSONAL_OPENID' = 'MERCHANT_ID',
): Promise<Shared> {
  const payment = await shop.sell({ profitSharing: true, amountFen: 10_000 });
  const receiverKey = newId();
  const { services } = shop.server;
  const { id } = await services.db.transaction((tx) =>
    requestProfitShare(tx, services, {
      tenantId,
      paymentId: payment.id,
      key: newId(),
      debit: shop.account,
      lines: [
        {
          receiverKey,
          type,
          account: type === 'MERCHANT_ID' ? merchant : person,
          ...(type === 'MERCHANT_ID' && { name: '东街娱乐有限公司' }),
          amountFen,
          description: '分账',
        },
      ],
      unfreezeRest: true,
    }),
  );
  const table = rows(tenantScope(tenantId), profitShares);
  for (let turn = 0; turn < 20; turn++) {
    shop.server.clock.forward(minuteMs);
    await shop.work();
    const [row] = await services.db.read.select().from(table).where(eq(table.id, id));
    if (row?.state === 'ended') return { payment, receiverKey };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the share did not end');
}

const askBack = ({ payment, receiverKey }: Shared, amountFen: number, key: string = newId()) =>
  shop.server.services.db.transaction((tx) =>
    requestShareReturn(tx, shop.server.services, {
      tenantId,
      paymentId: payment.id,
      key,
      receiverKey,
      amountFen,
      description: '退款退回',
    }),
  );

const returnsOf = ({ receiverKey }: Shared) =>
  findShareReturns(shop.server.services.db.read, tenantId, [receiverKey]);

async function untilDecided(of: Shared) {
  for (let turn = 0; turn < 30; turn++) {
    await shop.work();
    const found = await returnsOf(of);
    if (found.every(({ state }) => state === 'done' || state === 'failed')) return found;
    shop.server.clock.forward(10 * minuteMs);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the return did not end');
}

const takenAtWechat = async (of: Shared) => {
  const numbers = new Set((await returnsOf(of)).map(({ id }) => id.replaceAll('-', '')));
  return wechat()
    .returns()
    .filter(({ outReturnNo, result }) => numbers.has(outReturnNo) && result === 'SUCCESS')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
};

describe('a share that is asked back', () => {
  it('comes back part by part, each booked when WeChat says so', async () => {
    const of = await shared(1000);
    const before = await shop.balance();
    expect(await askBack(of, 300)).toEqual({ amountFen: 300 });
    expect(await shop.balance()).toBe(before);
    expect(await untilDecided(of)).toMatchObject([{ state: 'done', amountFen: 300, reason: null }]);
    expect(await shop.balance()).toBe(before + 300);
    expect(await askBack(of, 900)).toEqual({ amountFen: 700 });
    await untilDecided(of);
    expect(await shop.balance()).toBe(before + 1000);
    expect(await askBack(of, 1)).toEqual({ amountFen: 0 });
    expect(await takenAtWechat(of)).toBe(1000);
    expect(told.filter(({ receiverKey }) => receiverKey === of.receiverKey)).toMatchObject([
      { state: 'done', amountFen: 300 },
      { state: 'done', amountFen: 700 },
    ]);
  });

  it('is never more than was shared, though 50 ask at once', async () => {
    const of = await shared(1000);
    const before = await shop.balance();
    const asked = await Promise.all(Array.from({ length: 50 }, () => askBack(of, 30)));
    expect(asked.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(1000);
    await untilDecided(of);
    expect(await shop.balance()).toBe(before + 1000);
    expect(await takenAtWechat(of)).toBe(1000);
  });

  it('is asked for once under one key', async () => {
    const of = await shared(1000);
    const key = newId();
    const asked = await Promise.all(Array.from({ length: 50 }, () => askBack(of, 400, key)));
    expect(new Set(asked.map(({ amountFen }) => amountFen))).toEqual(new Set([400]));
    expect(await untilDecided(of)).toHaveLength(1);
  });

  it('comes back once when WeChat is out of reach and its answers are lost', async () => {
    const of = await shared(1000);
    const before = await shop.balance();
    await askBack(of, 500);
    wechat().outage(true);
    await shop.work();
    shop.server.clock.forward(minuteMs);
    await shop.work();
    wechat().outage(false);
    wechat().loseAnswers(3);
    await untilDecided(of);
    expect(await shop.balance()).toBe(before + 500);
    expect(await takenAtWechat(of)).toBe(500);
  });

  it('stays with a receiver of whom WeChat says no, with the reason, and can be asked for again', async () => {
    const of = await shared(1000);
    const before = await shop.balance();
    wechat().refuseReturns(merchant, 'PAYER_ACCOUNT_ABNORMAL');
    await askBack(of, 500);
    expect(await untilDecided(of)).toMatchObject([{ state: 'failed', reason: 'PAYER_ACCOUNT_ABNORMAL' }]);
    wechat().refuseReturns(merchant, undefined);
    expect(await shop.balance()).toBe(before);
    expect(await askBack(of, 1000)).toEqual({ amountFen: 1000 });
    await untilDecided(of);
    expect(await shop.balance()).toBe(before + 1000);
  });

  it('waits while the receiver has too little, says why, and comes when there is enough', async () => {
    const of = await shared(1000);
    const before = await shop.balance();
    wechat().emptyReceiver(merchant, true);
    await askBack(of, 500);
    for (let turn = 0; turn < 10; turn++) {
      await shop.work();
      shop.server.clock.forward(hourMs);
    }
    expect(await returnsOf(of)).toMatchObject([
      { state: 'sent', reason: expect.stringContaining('可用余额不足') },
    ]);
    wechat().emptyReceiver(merchant, false);
    expect(await untilDecided(of)).toMatchObject([{ state: 'done' }]);
    expect(await shop.balance()).toBe(before + 500);
  });

  it('can not be asked back from a person', async () => {
    const of = await shared(1000, 'PERSONAL_OPENID');
    expect(await askBack(of, 500)).toEqual({ amountFen: 0 });
    expect(await returnsOf(of)).toEqual([]);
  });
});

it('leaves books that agree with every return', async () => {
  expect(await shop.brokenChecks()).toEqual([]);
  expect(await shop.channelBalance('wechat', 'paying')).toBe(0);
});
