import { onFranchiseeLeaving } from '#features/accounts/server/public.ts';
import { onDeviceFacts } from '#features/devices/server/public.ts';
import { registerSubjects } from '#features/ledger/server/public.ts';
import { onPayments } from '#features/payments/server/public.ts';
import { registerOwnData, registerVisits } from '#features/players/server/public.ts';
import { registerSales } from '#features/wallet/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { serveFeature } from '#kit/server/context.ts';
import { ordersFeature } from '../feature.ts';
import { assertOrdersEnded } from './assert-orders-ended.ts';
import { orderChecks } from './checks.ts';
import { byDevice, deviceFulfilment, hearSettled } from './device-fulfilment.ts';
import { hearRefundEnded } from './end-refund.ts';
import { readFirstPlay } from './first-play-handlers.ts';
import { byBooks, byCoins } from './grants.ts';
import { takeLateRefunds } from './late-refund.ts';
import { buyersAmong, findOrders } from './order-queries.ts';
import { subjectKind } from './order-types.ts';
import { refundsOwnData } from './own-data.ts';
import { ownHandlers } from './own-handlers.ts';
import { cancelOrder, continuePayment, findOpenOrder } from './own-order-handlers.ts';
import {
  payForCabinet,
  payForCard,
  payForDevice,
  payInMiniProgram,
  quoteSale,
  sellAtCounter,
  topUpWallet,
} from './pay-handlers.ts';
import { hearClosed, hearPaid } from './pay-order.ts';
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
} from './read-handlers.ts';
import {
  hideOrders,
  previewRefund,
  refundById,
  refundByNumber,
  refundCoins,
  resolveFault,
  retryRefund,
} from './refund-handlers.ts';
import { registerFulfilment } from './registry.ts';
import { searchOrders } from './search-orders.ts';
import { startSweeping, sweepOrders } from './sweep-orders.ts';
import { hearMoving } from './take-accounts.ts';
import { walletSales } from './wallet-sales.ts';

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
