import { onFranchiseeLeaving } from '#features/base/partners/server/public.ts';
import { registerOwnData, registerVisits } from '#features/base/players/server/public.ts';
import { onDeviceFacts } from '#features/machines/devices/server/public.ts';
import { registerSubjects } from '#features/money/ledger/server/public.ts';
import { onPayments } from '#features/money/payments/server/public.ts';
import { registerSales } from '#features/money/wallet/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { serveFeature } from '#kit/server/context.ts';
import { ordersFeature } from '../feature.ts';
import { assertOrdersEnded } from './assert-orders-ended.ts';
import { orderChecks } from './checks.ts';
import { byDevice, deviceFulfilment, hearSettled } from './delivering/device-fulfilment.ts';
import { byBooks, byCoins } from './delivering/grants.ts';
import { buyersAmong, findOrders } from './order-queries.ts';
import { subjectKind } from './order-types.ts';
import { cancelOrder, continuePayment, findOpenOrder } from './paying/own-order-handlers.ts';
import {
  payForCabinet,
  payForCard,
  payForDevice,
  payInMiniProgram,
  quoteSale,
  sellAtCounter,
  topUpWallet,
} from './paying/pay-handlers.ts';
import { hearClosed, hearPaid } from './paying/pay-order.ts';
import { hearMoving } from './paying/take-accounts.ts';
import { readFirstPlay } from './reading/first-play-handlers.ts';
import { refundsOwnData } from './reading/own-data.ts';
import { ownHandlers } from './reading/own-handlers.ts';
import {
  listCabinetPlays,
  listFaults,
  listOrders,
  listPlays,
  readIncomeByDay,
  readOrder,
  readOrderState,
  readReceipt,
  readShares,
} from './reading/read-handlers.ts';
import { searchOrders } from './reading/search-orders.ts';
import { walletSales } from './reading/wallet-sales.ts';
import { hearRefundEnded } from './refunding/end-refund.ts';
import { takeLateRefunds } from './refunding/late-refund.ts';
import {
  hideOrders,
  previewRefund,
  refundById,
  refundByNumber,
  refundCoins,
  resolveFault,
  retryRefund,
} from './refunding/refund-handlers.ts';
import { registerFulfilment } from './registry.ts';
import { startSweeping, sweepOrders } from './sweep-orders.ts';

export default serveFeature(ordersFeature, {
  checks: orderChecks,
  handlers: {
    payForDevice,
    payForCabinet,
    payInMiniProgram,
    payForCard,
    topUpWallet,
    sellAtCounter,
    quoteSale,
    continuePayment,
    cancelOrder,
    findOpenOrder,
    readOrderState,
    readFirstPlay,
    listOrders,
    readShares,
    hideOrders,
    readOrder,
    listPlays,
    listCabinetPlays,
    listFaults,
    readReceipt,
    readIncomeByDay,
    refundByNumber,
    refundById,
    refundCoins,
    previewRefund,
    retryRefund,
    resolveFault,
    ...ownHandlers,
  },
  jobs: [
    {
      name: 'orders.sweep',
      cron: '* * * * *',
      run: async (services) => {
        await sweepOrders(services);
      },
    },
  ],
  async start(services) {
    registerFulfilment(services, deviceFulfilment, byDevice);
    registerFulfilment(services, 'books', byBooks);
    registerFulfilment(services, 'coins', byCoins);
    registerVisits(services, buyersAmong);
    registerOwnData(services, refundsOwnData);
    registerSubjects(services, subjectKind, findOrders);
    registerSales(services, walletSales);
    searchOrders(services);
    onPayments(services, {
      moving: (tx, moving) => hearMoving(tx, services, moving),
      paid: (tx, payment) => hearPaid(tx, services, payment),
      closed: (tx, payment) => hearClosed(tx, services, payment),
      refundEnded: (tx, refund) => hearRefundEnded(tx, services, refund),
      refundBooked: (tx, refund) => takeLateRefunds(tx, services, refund),
      refundReturnedLate: (tx, refund) => takeLateRefunds(tx, services, refund),
    });
    onFranchiseeLeaving(services, assertOrdersEnded);
    onDeviceFacts(services, { commandSettled: (tx, command) => hearSettled(tx, services, command) });
  },
  async ready(services) {
    return startSweeping(services, 5 * secondMs);
  },
});
