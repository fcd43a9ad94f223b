import { channelAccount, prove, readBalances, walletAccount } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { paymentChecks } from '../server/checks.ts';
import { readPayment } from '../server/payment-queries.ts';
import {
  createPayment,
  onPayments,
  type Payment,
  type PaymentRequest,
  preparePayment,
  requestRefund,
  workDue,
} from '../server/public.ts';

export const tenantId = demoTenants.merchant;
const kind = 'stall';

export interface Told {
  what: string;
  id: string;
  state?: string;
  reason?: string | null;
}

export interface Shop {
  server: TestServer;
  /** what listeners heard of the shop's own things, in order */
  told: Told[];
  /** an account nobody else uses */
  account: ReturnType<typeof walletAccount>;
  balance(): Promise<number>;
  channelBalance(channel: ChannelName, purpose: 'clearing' | 'refunding' | 'paying'): Promise<number>;
  order(request?: Partial<PaymentRequest>): Promise<Payment>;
  /** created and prepared: somebody may pay it now */
  offer(request?: Partial<PaymentRequest>): Promise<Payment>;
  /** offered, paid at the platform and booked */
  sell(request?: Partial<PaymentRequest>): Promise<Payment>;
  /** pays at the platform */
  pay(payment: Payment): void;
  read(payment: Payment): Promise<NonNullable<Awaited<ReturnType<typeof readPayment>>>>;
  refund(payment: Payment, amountFen: number, key?: string): ReturnType<typeof requestRefund>;
  work(): Promise<void>;
  brokenChecks(): Promise<string[]>;
}

const payerOf = (channel: ChannelName) =>
  demoPeople.find(({ platform }) => platform === channel)?.openId as string;

/** A stall that sells for money, and nothing else: what payments does, seen from its owner. */
export async function openShop(
  env: Record<string, string> = {},
  options: { still?: boolean } = {},
): Promise<Shop> {
  const server = await startTestServer(env, options);
  const { services } = server;
  const told: Told[] = [];
  const account = walletAccount(tenantId, newId(), 'pending');
  const mine = (subject: { kind: string }) => subject.kind === kind;
  onPayments(services, {
    paid: async (_tx, payment) => {
      if (mine(payment.subject)) told.push({ what: 'paid', id: payment.id });
    },
    closed: async (_tx, payment) => {
      if (mine(payment.subject)) told.push({ what: 'closed', id: payment.id });
    },
    refundEnded: async (_tx, { id, subject, state, reason }) => {
      if (mine(subject)) told.push({ what: 'refundEnded', id, state, reason });
    },
    payoutEnded: async (_tx, { id, subject, state, reason }) => {
      if (mine(subject)) told.push({ what: 'payoutEnded', id, state, reason });
    },
    payoutNeedsConfirm: async (_tx, { id, subject }) => {
      if (mine(subject)) told.push({ what: 'payoutNeedsConfirm', id });
    },
    shareEnded: async (_tx, { id, lines }) => {
      told.push({ what: 'shareEnded', id, state: lines.map(({ state }) => state).join(' ') });
    },
  });

  const balanceOf = async (name: Parameters<typeof readBalances>[1][number]) =>
    (await readBalances(services.db.read, [name]))[0]?.balance ?? 0;

  const shop: Shop = {
    server,
    told,
    account,
    balance: () => balanceOf(account),
    channelBalance: (channel, purpose) => balanceOf(channelAccount(channel, purpose)),
    order: (request = {}) => {
      const channel = request.channel ?? 'wechat';
      return services.db.transaction((tx) =>
        createPayment(tx, services, {
          tenantId,
          subject: { kind, id: newId() },
          channel,
          amountFen: 1000,
          description: '代币 10 枚',
          payerId: payerOf(channel),
          scene: 'jsapi',
          expiresAt: new Date(server.clock.now().getTime() + 15 * minuteMs),
          profitSharing: false,
          credit: account,
          ...request,
        }),
      );
    },
    async offer(request) {
      const payment = await shop.order(request);
      await preparePayment(services, tenantId, payment.id);
      return payment;
    },
    pay(payment) {
      const payer = { openId: payerOf(payment.channel as ChannelName) };
      services.demoPay[payment.channel as ChannelName]?.control.pay(payment.outTradeNo, payer);
    },
    async sell(request) {
      const payment = await shop.offer(request);
      shop.pay(payment);
      await services.demoPay[payment.channel as ChannelName]?.control.flushNotices();
      const row = await shop.read(payment);
      if (row.state !== 'paid') throw new Error(`sold, but ${row.state}`);
      return payment;
    },
    async read(payment) {
      const row = await readPayment(services.db.read, tenantId, payment.id);
      if (!row) throw new Error('no such payment');
      return row;
    },
    refund: (payment, amountFen, key = newId()) =>
      services.db.transaction((tx) =>
        requestRefund(tx, services, {
          tenantId,
          paymentId: payment.id,
          key,
          amountFen,
          reason: '机器未出币',
          debits: [{ account, amount: -amountFen }],
          subject: payment.subject,
        }),
      ),
    work: () => workDue(services),
    async brokenChecks() {
      const proof = await prove(services.db, server.clock.now(), paymentChecks);
      return proof.checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name} ${examples}`);
    },
  };
  return shop;
}
