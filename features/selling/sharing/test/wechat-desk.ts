import { findPayments, findReleases, type Payment, workDue } from '#features/money/payments/server/public.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { type shopOf, tenantId } from './shop.ts';

let next = 0;
/** A company's number at WeChat that nobody else in a test has. */
export const newMerchantId = () => `19500${String(next++).padStart(5, '0')}`;

export const byWechatMerchant = (account: string) => ({
  kind: 'owner' as const,
  way: 'wechat' as const,
  wechatType: 'MERCHANT_ID' as const,
  wechatAccount: account,
  wechatName: '东街娱乐有限公司',
});

export function wechatDesk(server: TestServer, shop: ReturnType<typeof shopOf>) {
  const control = () => server.services.demoPay.wechat!.control;
  const { db } = server.services;

  const paymentOf = async (orderId: string): Promise<Payment> => {
    const [payment] = await findPayments(db.read, tenantId, { kind: 'order', id: orderId });
    if (!payment) throw new Error(`order ${orderId} was not paid at a platform`);
    return payment;
  };

  return {
    control,
    paymentOf,

    /** WeChat decides a moment after it was asked. */
    async work(until: () => Promise<boolean>): Promise<void> {
      for (let round = 0; round < 60; round++) {
        server.clock.forward(minuteMs);
        await workDue(server.services);
        if (await until()) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error('WeChat did not come to an end');
    },

    sharesEnded: (orderId: string) => async () =>
      (await shop.linesOf(orderId)).every(({ waitingFen }) => waitingFen === 0),
    returnsEnded: (orderId: string) => async () =>
      (await shop.linesOf(orderId)).every(({ returningFen }) => returningFen === 0),

    async releaseOf(orderId: string) {
      const { id } = await paymentOf(orderId);
      return (await findReleases(db.read, tenantId, [id])).get(id);
    },

    /** what WeChat itself remembers: given to others, and released to the tenant that collected */
    async atWechat(orderId: string) {
      const { transactionId, outTradeNo } = await paymentOf(orderId);
      const shares = control()
        .shares()
        .filter((share) => share.transactionId === transactionId);
      const numbers = new Set(shares.map((share) => share.outOrderNo));
      const trade = control()
        .trades()
        .find((known) => known.outTradeNo === outTradeNo);
      return {
        released: trade?.isReleased ?? false,
        lines: shares.flatMap(({ lines }) => lines.map(({ amountFen }) => amountFen)),
        returnedFen: control()
          .returns()
          .filter(({ outOrderNo, result }) => numbers.has(outOrderNo) && result === 'SUCCESS')
          .reduce((sum, { amountFen }) => sum + amountFen, 0),
      };
    },
  };
}
