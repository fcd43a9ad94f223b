import { registerJoining } from '#features/base/players/server/public.ts';
import { registerDoor, registerWorth } from '#features/money/allowance/server/public.ts';
import { onOrders } from '#features/selling/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { startPump } from '#kit/server/pump.ts';
import { pointsFeature } from '../feature.ts';
import { adjustHandlers } from './adjust-handlers.ts';
import { bookHandlers } from './book-handlers.ts';
import { pointChecks } from './checks.ts';
import { followOrders } from './earn-by-orders.ts';
import { expireDue } from './expire-points.ts';
import { fairRates } from './fair-rates.ts';
import { joinDebts } from './join-debts.ts';
import { ownHandlers } from './own-handlers.ts';
import { rankingHandlers } from './ranking-handlers.ts';
import { ruleHandlers } from './rule-handlers.ts';
import { readRule } from './rule-queries.ts';
import { tellExpiring } from './tell-expiring.ts';
import { tellOfPoints } from './tell-of-refund.ts';
import { ticketCodeHandlers } from './ticket-code-handlers.ts';

export default serveFeature(pointsFeature, {
  handlers: {
    ...bookHandlers,
    ...ruleHandlers,
    ...adjustHandlers,
    ...ticketCodeHandlers,
    ...ownHandlers,
    ...rankingHandlers,
    ...fairRates.handlers,
  },
  checks: pointChecks,
  jobs: [
    {
      name: 'points.expire',
      // what lasts until a day is over leaves soon after midnight; other hours find what came late
      cron: '7 * * * *',
      run: async (services) => {
        await expireDue(services);
      },
    },
    {
      name: 'points.tellExpiring',
      // from nine to eight in the evening where the shops are: nobody is woken
      cron: '40 1-12 * * *',
      run: async (services) => {
        await tellExpiring(services);
      },
    },
  ],
  async start(services) {
    for (const unit of ['point', 'ticket'] as const)
      registerWorth(services, unit, async (reader, tenantId) => (await readRule(reader, tenantId)).worthFen);
    registerDoor(services, 'pointRate', fairRates.keeper);
    registerJoining(services, joinDebts);
    onOrders(services, { refundBesides: tellOfPoints });
  },
  async ready(services) {
    const { db, log } = services;
    const pump = await startPump({
      db,
      // triggers of the orders write the marks; nobody who pays has to announce them
      channel: 'point_due',
      lookAgainMs: 2000,
      turn: () => followOrders(services),
      onError: (error) => log.error({ err: error }, 'points'),
    });
    return () => pump.stop();
  },
});
