import { registerOwnData } from '#features/base/players/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { handoverFeature } from '../feature.ts';
import { handoverChecks } from './checks.ts';
import { expireHandovers } from './expire-handovers.ts';
import { followGoods } from './follow-order.ts';
import { handoverOwnData } from './own-data.ts';
import { ownHandlers } from './own-handlers.ts';
import { remindPickups } from './remind-pickups.ts';
import { staffHandlers } from './staff-handlers.ts';

export default serveFeature(handoverFeature, {
  handlers: { ...staffHandlers, ...ownHandlers },
  checks: handoverChecks,
  jobs: [
    {
      name: 'handover.expire',
      cron: '*/5 * * * *',
      run: async (services) => {
        await expireHandovers(services);
      },
    },
    {
      name: 'handover.remind',
      // from nine to eight in the evening where the shops are: nobody is woken
      cron: '20 1-12 * * *',
      run: async (services) => {
        await remindPickups(services);
      },
    },
  ],
  async start(services) {
    followGoods(services);
    registerOwnData(services, handoverOwnData);
  },
});
