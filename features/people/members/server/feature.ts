import {
  onPhoneProven,
  registerHolding,
  registerJoining,
  registerOwnData,
  registerVisits,
  visitorChannel,
} from '#features/base/players/server/public.ts';
import { registerDoor } from '#features/money/allowance/server/public.ts';
import { onOrders, registerPass } from '#features/selling/orders/server/public.ts';
import { registerLevel } from '#features/selling/packages/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { startPump } from '#kit/server/pump.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { membersFeature } from '../feature.ts';
import { memberChecks } from './checks.ts';
import { claimOldPlayers } from './claim-old-players.ts';
import { fairLevels } from './fair-levels.ts';
import { figureHandlers } from './figure-handlers.ts';
import { judgeLevels } from './follow-levels.ts';
import { freePlayHandlers } from './free-play-handlers.ts';
import { countHeld } from './free-play-queries.ts';
import { freePlaysOf, giveBackFreePlays, takeFreePlays } from './free-plays.ts';
import { importDoor } from './import-old-players.ts';
import { joinMembers } from './join-members.ts';
import { tellOfBonuses } from './level-bonuses.ts';
import { levelHandlers } from './level-handlers.ts';
import { levelOf } from './level-of.ts';
import { memberHandlers } from './member-handlers.ts';
import { membersAmong } from './member-queries.ts';
import { oldPlayerHandlers } from './old-player-handlers.ts';
import { freePlayUsesOwnData, membersOwnData } from './own-data.ts';
import { followVisitors } from './refresh-members.ts';

export default serveFeature(membersFeature, {
  handlers: {
    ...memberHandlers,
    ...figureHandlers,
    ...levelHandlers,
    ...freePlayHandlers,
    ...oldPlayerHandlers,
    ...fairLevels.handlers,
  },
  checks: memberChecks,
  jobs: [{ name: 'members.judge-levels', cron: '20 * * * *', run: judgeLevels }],
  async start(services) {
    registerDoor(services, 'level', fairLevels.keeper);
    registerOwnData(services, membersOwnData);
    registerHolding(services, 'freePlays', countHeld);
    registerOwnData(services, freePlayUsesOwnData);
    registerJoining(services, joinMembers);
    registerVisits(services, (reader, tenantId, ids) => membersAmong(reader, tenantScope(tenantId), ids));
    registerDoor(services, 'import', importDoor);
    onPhoneProven(services, claimOldPlayers);
    registerPass(services, 'freePlay', {
      left: freePlaysOf,
      take: takeFreePlays,
      giveBack: giveBackFreePlays,
    });
    onOrders(services, { refundBesides: tellOfBonuses });
    registerLevel(services, (reader, { tenantId, playerId, ...where }) =>
      levelOf(reader, tenantId, playerId, where),
    );
  },
  async ready(services) {
    const { db, log } = services;
    const pump = await startPump({
      db,
      channel: visitorChannel,
      lookAgainMs: 2000,
      // under load one turn looks once at who paid several times meanwhile
      restMs: 300,
      turn: () => followVisitors(services),
      onError: (error) => log.error({ err: error }, 'members'),
    });
    return () => pump.stop();
  },
});
