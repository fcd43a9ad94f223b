import { onAdPlays, provideItems, type SourceItem } from '#features/machines/ads/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import adtasksFeature from '../feature.ts';
import { adChecks } from './checks.ts';
import { doubtHandlers } from './doubt-handlers.ts';
import { foldPlays } from './fold-plays.ts';
import { hearPlays } from './hear-plays.ts';
import { offerHandlers } from './offer-handlers.ts';
import { taskHandlers } from './task-handlers.ts';
import { tasksOn } from './task-queries.ts';

const jobs: JobDeclaration[] = [{ name: 'adtasks.fold', cron: '*/5 * * * *', run: foldPlays }];

export default serveFeature(adtasksFeature, {
  checks: adChecks,
  jobs,
  handlers: { ...offerHandlers, ...doubtHandlers, ...taskHandlers },
  async start(services) {
    onAdPlays(services, (tx, plays) => hearPlays(tx, services, plays));
    provideItems(services, async (reader, devices) => {
      const items = new Map<string, SourceItem[]>();
      for (const { tenantId: _tenantId, deviceId, title: name, ...task } of await tasksOn(reader, devices))
        items.set(deviceId, [...(items.get(deviceId) ?? []), { ...task, name, hours: [] }]);
      return items;
    });
  },
});
