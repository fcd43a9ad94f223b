import { createHash } from 'node:crypto';
import { groupBuyAccount, postTransfers, walletAccount } from '#features/money/ledger/server/public.ts';
import { requireProduct } from '#features/money/onboarding/server/public.ts';
import { createPayment, takeCounterPayment } from '#features/money/payments/server/public.ts';
import { walletForSale } from '#features/money/wallet/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { defaultLanguage } from '#kit/kernel/language.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import {
  isPassWay,
  type OrderUnit,
  type PassWay,
  type PayWay,
  passWays,
  type SettleTarget,
} from '../../contract/kinds.ts';
import { after, unbegunMs, unpaidMs } from '../../rules/deadlines.ts';
import { titleOf } from '../../rules/order-names.ts';
import { beginTimeline } from '../move-order.ts';
import { findByRequest, lockOrder } from '../order-queries.ts';
import { type OrderRow, type OrderView, subjectKind } from '../order-types.ts';
import { addOrder, changeOrder } from '../order-writes.ts';
import { orderPaid } from '../paying/pay-order.ts';
import { passOf, registryOf } from '../registry.ts';
import type { NewOrder } from '../registry-types.ts';
import { nextNumber } from './order-numbers.ts';

const isChannel = (payWay: PayWay): payWay is ChannelName => payWay === 'wechat' || payWay === 'alipay';

const productOf = { wechat: 'wechatPay', alipay: 'alipay' } as const;

/** Top-ups and deposits are paid to the platform, whatever is open to the merchant. */
const sellsForMerchant: Record<SettleTarget, boolean> = {
  earnings: true,
  player: true,
  wallet: false,
  deposit: false,
};

/** Value is bought with money; what the platform pays out one day has come over a platform, never from a till. */
const payWaysFor: Record<SettleTarget, readonly PayWay[]> = {
  earnings: ['wechat', 'alipay', 'counter', 'balance', 'groupBuy', 'coin', ...passWays],
  player: ['wechat', 'alipay', 'counter'],
  wallet: ['wechat', 'alipay'],
  deposit: ['wechat', 'alipay'],
};

const unitOf = (payWay: PayWay): OrderUnit =>
  payWay === 'coin' ? 'coin' : isPassWay(payWay) ? 'play' : 'fen';

export const hashOfWish = (wish: unknown): string =>
  createHash('sha256').update(JSON.stringify(wish)).digest('base64url');

/** The order of an earlier call with the same request id. Calls with one id take turns until the transaction ends. */
export async function repeatedOrder(
  tx: Tx,
  payer: { tenantId: string; id: string },
  request: { id: string; wish: unknown } | undefined,
): Promise<OrderRow | undefined> {
  if (!request) return undefined;
  const [, known] = await Promise.all([
    holdName(tx, 'request of order', payer.tenantId, payer.id, request.id),
    findByRequest(tx, payer.tenantId, payer.id, request.id),
  ]);
  if (known && known.requestHash !== hashOfWish(request.wish)) throw conflict('orders:error.otherRequest');
  return known;
}

/**
 * Writes the order with its payment. What the player's balance, coins or cash pays is paid and set going in the same
 * transaction; for the platforms call `preparePayment` after commit. The caller decided the price, and asked
 * `repeatedOrder` before.
 */
export async function createOrder(tx: Tx, services: Services, request: NewOrder): Promise<OrderView> {
  const { tenantId, payWay } = request;
  const isOwn = payWay === 'balance' || payWay === 'coin' || isPassWay(payWay);
  if (isOwn && !(request.playerId && request.siteId)) throw invalid('orders:error.payWayNotOffered');
  if (!payWaysFor[request.settlesTo].includes(payWay)) throw invalid('orders:error.payWayNotOffered');
  if (isChannel(payWay) && sellsForMerchant[request.settlesTo])
    await requireProduct(tx, services, tenantId, productOf[payWay]);
  for (const check of registryOf(services).checks) await check(tx, services, request);
  const placed = request.walletId
    ? request
    : { ...request, ...(await walletForSale(tx, tenantId, request.siteId)) };
  const order = await writeOrder(tx, services, placed);
  await request.keepPrice?.(tx, order.id, order.number);
  return collect(tx, services, order, placed);
}

/** The row and the first line of its timeline; nobody was asked for money yet. */
export async function writeOrder(tx: Tx, services: Services, request: NewOrder): Promise<OrderRow> {
  const { tenantId, payWay, device } = request;
  const now = services.clock.now();
  const order = addOrder(tx, {
    tenantId,
    id: newId(now.getTime()),
    createdAt: now,
    number: await nextNumber(tx, services, now),
    kind: request.kind,
    state: 'created',
    siteId: request.siteId,
    deviceId: device?.deviceId ?? null,
    deviceCode: device?.code ?? null,
    deviceNumber: device?.number ?? null,
    deviceName: device?.name ?? null,
    deviceType: device?.type ?? null,
    playerId: request.playerId ?? null,
    userId: request.user?.id ?? null,
    userName: request.user?.name ?? null,
    walletId: request.walletId ?? (await walletForSale(tx, tenantId, request.siteId)).walletId,
    payWay,
    unit: unitOf(payWay),
    amount: request.amount,
    settlesTo: request.settlesTo,
    title: titleOf(request.items, (key, params) => services.texts.say(defaultLanguage, key, params)),
    items: request.items,
    fulfilment: request.fulfilment,
    asked: request.asked ?? null,
    deadlineAt: after(now, isChannel(payWay) ? unbegunMs : unpaidMs),
    requestId: request.request?.id ?? null,
    requestHash: request.request ? hashOfWish(request.request.wish) : null,
  });
  beginTimeline(tx, services, order);
  return order;
}

async function collect(tx: Tx, services: Services, order: OrderRow, request: NewOrder): Promise<OrderRow> {
  const { tenantId, id, payWay } = order;
  const subject = { kind: subjectKind, id };
  const credit = walletAccount(tenantId, order.walletId, 'pending');
  if (isChannel(payWay)) {
    if (!request.payer) throw invalid('orders:error.payWayNotOffered');
    const payment = await createPayment(tx, services, {
      tenantId,
      subject,
      channel: payWay,
      amountFen: order.amount,
      description: order.title,
      scene: request.payer.scene,
      expiresAt: after(order.createdAt, unpaidMs),
      profitSharing: await wantsProfitSharing(tx, services, order),
      // what pays the platform, or becomes a player's balance and earnings later, has to come to us
      mayCollectDirectly: order.settlesTo === 'earnings',
      credit,
      ...(request.payer.payerId && { payerId: request.payer.payerId }),
      ...(request.payer.returnPage && {
        returnUrl: `${services.publicBase()}${request.payer.returnPage}?orderNumber=${order.number}`,
      }),
    });
    return changeOrder(tx, order, {
      paymentId: payment.id,
      collectedDirectly: payment.subMerchant !== null,
    });
  }
  if (payWay === 'counter') {
    if (!request.user) throw invalid('orders:error.payWayNotOffered');
    // tells us that it is paid, as any payment does
    await takeCounterPayment(tx, services, {
      tenantId,
      subject,
      amountFen: order.amount,
      credit,
      user: request.user,
    });
    return lockOrder(tx, tenantId, id);
  }
  if (isPassWay(payWay)) await takePass(tx, services, order, payWay);
  if (payWay === 'groupBuy') await takeFromGroupBuy(tx, order);
  const { device, sharesBalances } = request;
  return orderPaid(tx, services, order, null, { device, sharesBalances });
}

/** A platform has verified the code: it owes the merchant the money, and we only write it down. */
async function takeFromGroupBuy(tx: Tx, order: OrderRow): Promise<void> {
  const { tenantId, id, amount, createdAt } = order;
  await postTransfers(tx, [
    {
      key: `group-buy:${id}`,
      tenantId,
      kind: 'groupBuy',
      legs: [
        { account: groupBuyAccount(tenantId), amount: -amount },
        { account: walletAccount(tenantId, order.walletId, 'pending'), amount },
      ],
      subject: { kind: subjectKind, id },
      at: createdAt,
    },
  ]);
}

async function takePass(tx: Tx, services: Services, order: OrderRow, way: PassWay): Promise<void> {
  const { tenantId, siteId, playerId, deviceType, id, amount } = order;
  const now = services.clock.now();
  const holder = siteId && playerId ? { tenantId, siteId, playerId, deviceType, now } : undefined;
  const taken = holder && (await passOf(services, way).take(tx, holder, { id, plays: amount }));
  if (!taken) throw invalid(`orders:error.tooFew.${way}`);
}

async function wantsProfitSharing(tx: Tx, services: Services, order: OrderRow): Promise<boolean> {
  if (order.payWay !== 'wechat' || order.settlesTo !== 'earnings') return false;
  for (const listener of registryOf(services).listeners)
    if (await listener.wantsProfitSharing?.(tx, order)) return true;
  return false;
}
