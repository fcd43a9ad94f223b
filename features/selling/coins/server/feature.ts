import { registerVisits } from '#features/base/players/server/public.ts';
import {
  onDeviceFacts,
  provideGatekeeper,
  provideTakings,
} from '#features/machines/devices/server/public.ts';
import { onPayments } from '#features/money/payments/server/public.ts';
import { onOrders } from '#features/selling/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import { coinsFeature } from '../feature.ts';
import { cashHandlers } from './cash-handlers.ts';
import { cashierHandlers } from './cashier-handlers.ts';
import { coinChecks } from './checks.ts';
import { settleCount } from './count-exchange-machine.ts';
import { readTakings } from './day-income.ts';
import { depositHandlers } from './deposit-handlers.ts';
import { depositorsAmong } from './deposit-queries.ts';
import { giveUpPending } from './dispense-queries.ts';
import { exchangeMachineHandlers } from './exchange-machine-handlers.ts';
import { hearCash } from './hear-cash.ts';
import { hearCounting, hearDeposits, settleDeposit } from './hear-deposits.ts';
import { hearNotes, noteWaitMs, settleDispense } from './hear-dispenses.ts';
import { hearCashReturned, hearCashTaken, hearRefundedInCash } from './hear-takings.ts';
import { settleIssue } from './issue-coins.ts';
import { issueHandlers } from './issue-handlers.ts';
import { hearCoins } from './keep-accounts.ts';
import { keepGate } from './keep-gate.ts';
import { settleEmptied, settleLoad } from './load-exchange-machine.ts';
import { ownDepositHandlers } from './own-deposit-handlers.ts';
import { settlePresses } from './start-deposit.ts';

const jobs: JobDeclaration[] = [
  {
    name: 'coins.give-up-notes',
    cron: '*/10 * * * *',
    run: async ({ db, clock }) => {
      const now = clock.now();
      await db.transaction((tx) => giveUpPending(tx, new Date(now.getTime() - noteWaitMs), now));
    },
  },
];

export default serveFeature(coinsFeature, {
  checks: coinChecks,
  jobs,
  handlers: {
    ...cashHandlers,
    ...exchangeMachineHandlers,
    ...issueHandlers,
    ...depositHandlers,
    ...ownDepositHandlers,
    ...cashierHandlers,
  },
  async start(services) {
    registerVisits(services, depositorsAmong);
    provideGatekeeper(services, keepGate);
    provideTakings(services, readTakings);
    onDeviceFacts(services, {
      async increments(tx, list) {
        await hearCash(tx, list);
        await hearCoins(tx, list);
        await hearCounting(tx, list);
      },
      async events(tx, list) {
        await hearNotes(tx, list);
        await hearDeposits(tx, services, list);
      },
      async commandSettled(tx, command) {
        const now = services.clock.now();
        await settleDispense(tx, command, now);
        await settleIssue(tx, command, now);
        await settleLoad(tx, command);
        await settleEmptied(tx, command, now);
        await settleCount(tx, services, command);
        await settlePresses(tx, services, command);
        await settleDeposit(tx, services, command);
      },
    });
    onPayments(services, {
      paid: (tx, payment) => hearCashTaken(tx, payment, services.clock.now()),
      cashReturned: (tx, refund) => hearCashReturned(tx, refund, services.clock.now()),
    });
    onOrders(services, {
      refundedInCash: (tx, order, refund) => hearRefundedInCash(tx, order, refund, services.clock.now()),
    });
  },
});
