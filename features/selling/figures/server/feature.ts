import { onSiteDays } from '#features/base/sites/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { startPump } from '#kit/server/pump.ts';
import { figuresFeature } from '../feature.ts';
import { figureChecks } from './checks.ts';
import { figureHandlers } from './figure-handlers.ts';
import { foldFigures } from './fold-figures.ts';
import { incomeHandlers } from './income-handlers.ts';
import { figuresChannel, wantDays, workOnFigures } from './work-on-figures.ts';

export default serveFeature(figuresFeature, {
  handlers: { ...figureHandlers, ...incomeHandlers },
  checks: figureChecks,
  async start(services) {
    onSiteDays(services, wantDays);
  },
  async ready(services) {
    const { db, log } = services;
    const pump = await startPump({
      db,
      channel: figuresChannel,
      // nobody waits: a reader adds what is not part of the levels yet
      lookAgainMs: 2000,
      turn: async () => (await foldFigures(db)) || workOnFigures(services),
      onError: (error) => log.error({ err: error }, 'figures'),
    });
    return () => pump.stop();
  },
});
