import { registerJoining, registerOwnData, registerVisits } from '#features/base/players/server/public.ts';
import { onOrders, registerOrderCheck } from '#features/selling/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { playerAppFeature } from '../feature.ts';
import { buyHandlers } from './buy-handlers.ts';
import { chargeHandlers } from './charge-handlers.ts';
import { programChecks } from './checks.ts';
import { deleteDue } from './delete-player.ts';
import { joinGuards } from './join-guards.ts';
import { keepLimits } from './keep-limits.ts';
import { keepPayPassword } from './keep-pay-password.ts';
import { memberCodeHandlers } from './member-code-handlers.ts';
import { scannedAmong } from './member-code-queries.ts';
import { moneyHandlers } from './money-handlers.ts';
import { ownDataHandlers } from './own-data-handlers.ts';
import { papersHandlers, papersOwnData } from './papers-handlers.ts';
import { payPasswordHandlers } from './pay-password-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { shopHandlers } from './shop-handlers.ts';
import { tellPurse, tellPurseTaken } from './tell-purse.ts';

export default serveFeature(playerAppFeature, {
  checks: programChecks,
  jobs: [{ name: 'playerapp.delete-due', cron: '40 * * * *', run: deleteDue }],
  handlers: {
    ...shopHandlers,
    ...moneyHandlers,
    ...ownDataHandlers,
    ...memberCodeHandlers,
    ...buyHandlers,
    ...payPasswordHandlers,
    ...chargeHandlers,
    ...profileHandlers,
    ...papersHandlers,
  },
  async start(services) {
    registerOrderCheck(services, keepLimits);
    registerOrderCheck(services, keepPayPassword);
    registerOrderCheck(services, tellPurseTaken);
    registerVisits(services, scannedAmong);
    registerOwnData(services, papersOwnData);
    onOrders(services, tellPurse);
    registerJoining(services, joinGuards);
  },
});
