import { findVisitorsByPhone, holdPlayer } from '#features/base/players/server/public.ts';
import { findDevice } from '#features/machines/devices/server/public.ts';
import {
  livingWallet,
  lockMoney,
  readPolicy,
  takeWallet,
  walletOfUser,
} from '#features/money/wallet/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { formatFen, parseYuan } from '#kit/kernel/money.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Context, Handler, StaffContext } from '#kit/server/context.ts';
import { inStep, type Tx } from '#kit/server/database.ts';
import type { PlayerSession, StaffSession } from '#kit/server/session.ts';
import { maxTopupFen, type PreparedOrder, type WirePayWay } from '../../contract/pay.ts';
import type { ordersContract } from '../../contract.ts';
import { assertShown } from '../../rules/assert-shown.ts';
import { titleOf } from '../../rules/order-names.ts';
import { createOrder, repeatedOrder } from '../making/create-order.ts';
import { assertOneUnpaid, endingOlder } from '../making/one-unpaid.ts';
import { assertKnown } from '../making/order-besides.ts';
import { sellsGoods } from '../making/pricing.ts';
import { draftOffer, draftSale, type SaleInput, scannedDevice } from '../making/sell.ts';
import { sellInApp } from '../making/sell-in-app.ts';
import { toppedUpOn } from '../reading/top-up-queries.ts';
import { answerOf, isInMiniProgram, payerOf, payWayOf, playerOf } from './payer.ts';

interface PlayerSale extends SaleInput {
  equipmentId: string;
  payWay?: WirePayWay | undefined;
  shownAmount?: number | undefined;
  besides?: string | undefined;
  requestId?: string | undefined;
}

async function buy(context: Context<PlayerSession>, input: PlayerSale): Promise<PreparedOrder> {
  const { services, session } = context;
  // what else is under way is no part of what is wanted: said again it is the same order
  const { requestId, besides, shownAmount, ...wish } = input;
  const request = requestId ? { id: requestId, wish } : undefined;
  const inOne = async (tx: Tx) => {
    const [player, device] = await Promise.all([playerOf(tx, session), scannedDevice(tx, input.equipmentId)]);
    const payWay = payWayOf(input.payWay, player);
    const payer = { tenantId: device.tenantId, id: player.id };
    const draft = () =>
      draftSale(tx, services, device, input, payWay, { playerId: player.id, ordering: true });
    // what is limited is counted with the first answer, and not once more for a repeat; who takes a turn for a price takes it
    // after the locks below, or two orders of one player wait for each other
    const early = input.packageId || sellsGoods(device.type) ? undefined : inStep(draft());
    // who asked before gets the same order, whatever has become of the machine since
    const known = await repeatedOrder(tx, payer, request);
    if (known) return known;
    await assertKnown(tx, session.scope, device, besides);
    await assertOneUnpaid(tx, services, { playerId: player.id, siteId: device.siteId, payWay, requestId });
    const drafted = await (early ?? draft());
    assertShown(drafted.amount, payWay, shownAmount);
    return createOrder(tx, services, {
      ...drafted,
      playerId: player.id,
      payer: payerOf('/start_equip', payWay, {
        row: player,
        miniProgram: isInMiniProgram(services, player, input.payWay),
      }),
      request,
    });
  };
  const order = await endingOlder(services, () => context.db.transaction(inOne));
  return answerOf(services, order);
}

export const payForDevice: Handler<typeof ordersContract.payForDevice> = buy;
export const payInMiniProgram: Handler<typeof ordersContract.payInMiniProgram> = buy;
export const payForCabinet: Handler<typeof ordersContract.payForCabinet> = (context, { lane, ...input }) =>
  buy(context, { ...input, lanes: String(lane) });

export const payForCard: Handler<typeof ordersContract.payForCard> = (
  context,
  { requestId, shownAmount, ...wish },
) =>
  sellInApp(context, { ...wish, requestId, wish }, async (tx, buyer, payWay) => {
    const { withoutMachine, ...sold } = await draftOffer(tx, context.services, buyer, wish.cardId, payWay);
    if (!withoutMachine) throw missing('orders:error.unknownOffer');
    assertShown(sold.amount, payWay, shownAmount);
    return sold;
  });

/** An owner's top-ups of a day have their own limit, in however many parts and no matter who pays them. */
async function assertTopUpLimit(
  tx: Tx,
  { session: { tenantId }, clock }: StaffContext,
  walletId: string,
  amountFen: number,
): Promise<void> {
  await lockMoney(tx, tenantId);
  const now = clock.now();
  const { topupDailyFen } = await readPolicy(tx, now);
  const leftFen = topupDailyFen - (await toppedUpOn(tx, { tenantId, walletId }, businessDay(now)));
  if (amountFen > leftFen)
    throw invalidField('amountFen', 'orders:error.topupDaily', { amount: formatFen(Math.max(0, leftFen)) });
}

/** A franchisee's own, held so that it is not closed before the order is written. */
async function ownWallet(tx: Tx, { tenantId, userId }: StaffSession): Promise<string> {
  const walletId = await walletOfUser(tx, tenantId, userId);
  await takeWallet(tx, tenantId, walletId, 'use');
  return livingWallet(tx, tenantId, walletId);
}

export const topUpWallet: Handler<typeof ordersContract.topUpWallet> = async (context, input) => {
  const { session, services } = context;
  const amountFen = input.amountFen ?? parseYuan(input.amount ?? '');
  if (!amountFen || amountFen > maxTopupFen)
    throw invalidField('amountFen', 'orders:error.topupAmount', { max: maxTopupFen / 100 });
  const { payWay: wire = services.channels.wechat ? '01' : '02' } = input;
  const payWay = wire === '01' ? 'wechat' : wire === '02' ? 'alipay' : wire;
  const deposit = input.type === 'deposit';
  const request = input.requestId
    ? { id: input.requestId, wish: { amountFen, type: input.type, payWay } }
    : undefined;
  const order = await context.db.transaction(async (tx) => {
    const known = await repeatedOrder(tx, { tenantId: session.tenantId, id: session.userId }, request);
    if (known) return known;
    // the deposit is the organisation's, no matter who pays it
    const walletId = deposit ? session.tenantId : await ownWallet(tx, session);
    await assertTopUpLimit(tx, context, walletId, amountFen);
    const created = await createOrder(tx, services, {
      tenantId: session.tenantId,
      siteId: null,
      kind: deposit ? 'deposit' : 'topup',
      payWay,
      walletId,
      amount: amountFen,
      items: [{ name: `orders:item.topup.${input.type}`, quantity: 1, amount: amountFen }],
      fulfilment: { name: 'books', plan: { type: input.type } },
      settlesTo: deposit ? 'deposit' : 'wallet',
      user: { id: session.userId, name: session.name },
      payer: payerOf('/paySuccess', payWay),
      request,
    });
    await audit(tx, context, {
      action: 'orders.topUp',
      entity: 'order',
      entityId: created.id,
      label: created.number,
      after: { amountFen, type: input.type, payWay },
    });
    return created;
  });
  return answerOf(services, order);
};

export const sellAtCounter: Handler<typeof ordersContract.sellAtCounter> = async (context, input) => {
  const { session, services } = context;
  const { requestId, ...wish } = input;
  const request = requestId ? { id: requestId, wish } : undefined;
  const order = await context.db.transaction(async (tx) => {
    const device = await findDevice(tx, session.scope, input.equipmentId);
    const user = { id: session.userId, name: session.name };
    const known = await repeatedOrder(tx, { tenantId: session.tenantId, id: user.id }, request);
    if (known) return known;
    const players = input.playerPhone
      ? await findVisitorsByPhone(services, tx, session.tenantId, input.playerPhone)
      : [];
    if (input.playerPhone && !(players[0] && (await holdPlayer(tx, players[0].id))))
      throw invalidField('playerPhone', 'orders:error.unknownPlayer');
    const sold = await createOrder(tx, services, {
      ...(await draftSale(tx, services, device, input, 'counter', {
        playerId: players[0]?.id ?? null,
        ordering: true,
      })),
      user,
      playerId: players[0]?.id,
      request,
    });
    await audit(tx, context, {
      action: 'orders.sell',
      entity: 'order',
      entityId: sold.id,
      siteId: sold.siteId,
      label: sold.number,
      after: { amountFen: sold.amount, device: device.name ?? device.code, title: sold.title },
    });
    return sold;
  });
  return answerOf(services, order);
};

export const quoteSale: Handler<typeof ordersContract.quoteSale> = async (context, input) => {
  const { session, services } = context;
  const draft = await context.db.transaction(async (tx) => {
    const device = await findDevice(tx, session.scope, input.equipmentId);
    return draftSale(tx, services, device, input, 'counter', { playerId: null, ordering: false });
  });
  return {
    title: titleOf(draft.items, (key, params) => services.texts.say(context.language, key, params)),
    amountFen: draft.amount,
    asked: draft.asked ?? null,
  };
};
