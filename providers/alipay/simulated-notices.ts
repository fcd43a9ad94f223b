import { randomBytes } from 'node:crypto';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { stampOf, yuanOf } from './amounts.ts';
import {
  type PendingNotice,
  refundedFen,
  type SimulatedRefund,
  type SimulatedState,
  type SimulatedTrade,
} from './simulated-books.ts';
import { signNotice } from './simulated-signing.ts';

/** How long Alipay waits before it says the same again, until the answer is `success`. */
export const repeatAfterMs = [4, 10, 10, 60, 120, 360, 900].map((minutes) => minutes * minuteMs);
const answerTimeoutMs = 10_000;

export interface NoticeOptions {
  appId: string;
  sellerId: string;
  alipayPrivateKeyPem: string;
  state: SimulatedState;
  now: () => number;
  deliver: typeof fetch;
  /** 1 keeps Alipay's own pauses; tests make them shorter */
  repeatScale: number;
  onChange: () => void;
}

const stamp = (atMs: number) => stampOf(new Date(atMs));

export function noticeFields(
  { appId, sellerId, now }: Pick<NoticeOptions, 'appId' | 'sellerId' | 'now'>,
  trade: SimulatedTrade,
  refund?: SimulatedRefund,
): Record<string, string> {
  return {
    notify_id: `${new Date(now()).toISOString().slice(0, 10).replaceAll('-', '')}00222${randomBytes(10).toString('hex')}`,
    notify_time: stamp(now()),
    notify_type: 'trade_status_sync',
    charset: 'utf-8',
    version: '1.0',
    app_id: appId,
    auth_app_id: appId,
    seller_id: sellerId,
    out_trade_no: trade.outTradeNo,
    trade_no: trade.tradeNo,
    trade_status: trade.status,
    subject: trade.subject,
    total_amount: yuanOf(trade.amountFen),
    receipt_amount: yuanOf(trade.amountFen),
    buyer_pay_amount: yuanOf(trade.amountFen),
    invoice_amount: yuanOf(trade.amountFen),
    point_amount: '0.00',
    fund_bill_list: JSON.stringify([{ amount: yuanOf(trade.amountFen), fundChannel: 'ALIPAYACCOUNT' }]),
    gmt_create: stamp(trade.createdAtMs),
    ...(trade.buyerId ? { buyer_id: trade.buyerId } : {}),
    ...(trade.paidAtMs === undefined ? {} : { gmt_payment: stamp(trade.paidAtMs) }),
    ...(refund
      ? {
          gmt_refund: stamp(refund.atMs),
          out_biz_no: refund.outRequestNo,
          refund_fee: yuanOf(refundedFen(trade)),
        }
      : {}),
    ...(trade.status === 'TRADE_CLOSED' ? { gmt_close: stamp(now()) } : {}),
  };
}

/** Sends what was changed to the merchant, again and again until it says that it has understood. */
export function createNotices(options: NoticeOptions) {
  const { state, now, deliver, alipayPrivateKeyPem } = options;
  const faults = { lose: 0, delayMs: 0 };
  const running = new Set<Promise<void>>();
  const timers = new Map<PendingNotice, NodeJS.Timeout>();
  let stopped = false;

  async function send(notice: PendingNotice): Promise<void> {
    let understood = false;
    if (faults.lose > 0) faults.lose -= 1;
    else
      understood = await deliver(notice.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: signNotice(notice.fields, alipayPrivateKeyPem),
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
        .then(async (response) => response.ok && (await response.text()).trim() === 'success')
        .catch(() => false);
    const pauseMs = repeatAfterMs[notice.attempt];
    notice.attempt += 1;
    if (understood || pauseMs === undefined) state.notices.splice(state.notices.indexOf(notice), 1);
    else {
      notice.dueAtMs = now() + pauseMs * options.repeatScale;
      schedule(notice);
    }
    options.onChange();
  }

  function start(notice: PendingNotice): void {
    clearTimeout(timers.get(notice));
    timers.delete(notice);
    const attempt = send(notice).finally(() => running.delete(attempt));
    running.add(attempt);
  }

  function schedule(notice: PendingNotice): void {
    if (stopped) return;
    const waitMs = Math.min(Math.max(0, notice.dueAtMs - now()), 24 * hourMs);
    timers.set(notice, setTimeout(() => start(notice), waitMs).unref());
  }

  for (const notice of state.notices) schedule(notice);

  return {
    faults,
    tell(trade: SimulatedTrade, refund?: SimulatedRefund): void {
      if (!trade.notifyUrl) return;
      const notice: PendingNotice = {
        fields: noticeFields(options, trade, refund),
        url: trade.notifyUrl,
        attempt: 0,
        dueAtMs: now() + faults.delayMs,
      };
      state.notices.push(notice);
      schedule(notice);
    },
    /** What waits for its repetition is said now; resolves when everything that was under way has an answer. */
    async flush(): Promise<void> {
      for (const notice of [...timers.keys()]) start(notice);
      while (running.size > 0) await Promise.all(running);
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.all(running);
    },
  };
}
