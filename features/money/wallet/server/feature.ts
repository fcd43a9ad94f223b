import { registerEarnings } from '#features/base/partners/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { walletFeature } from '../feature.ts';
import { adjustmentHandlers } from './adjustment-handlers.ts';
import { balanceChoiceHandlers } from './balance-choice-handlers.ts';
import { balanceHandlers } from './balance-handlers.ts';
import { carryOutDue } from './carry-out-handover.ts';
import { walletChecks } from './checks.ts';
import { watchLeaving } from './close-wallet.ts';
import { depositHandlers } from './deposit-handlers.ts';
import { handoverHandlers } from './handover-handlers.ts';
import { incomeOfMonth } from './income-queries.ts';
import { keepLadders } from './keep-ladders.ts';
import { payeeHandlers } from './payee-handlers.ts';
import { policyHandlers } from './policy-handlers.ts';
import { rateHandlers } from './rate-handlers.ts';
import { settlementHandlers } from './settlement-handlers.ts';
import { statementHandlers } from './statement-handlers.ts';
import { walletHandlers } from './wallet-handlers.ts';
import { watchPayouts } from './watch-payouts.ts';
import { withdrawalHandlers } from './withdrawal-handlers.ts';

export default serveFeature(walletFeature, {
  checks: walletChecks,
  jobs: [
    {
      name: 'wallet.hand-over',
      cron: '*/10 * * * *',
      run: async (services) => void (await carryOutDue(services)),
    },
  ],
  handlers: {
    ...walletHandlers,
    ...settlementHandlers,
    ...handoverHandlers,
    ...balanceHandlers,
    ...balanceChoiceHandlers,
    ...statementHandlers,
    ...rateHandlers,
    ...withdrawalHandlers,
    ...payeeHandlers,
    ...depositHandlers,
    ...policyHandlers,
    ...adjustmentHandlers,
  },
  async start(services) {
    watchPayouts(services);
    watchLeaving(services);
    // the main wallet of an organisation, and the wallet of a franchisee, have the id of their owner
    registerEarnings(services, incomeOfMonth);
    return keepLadders(services.db);
  },
});
