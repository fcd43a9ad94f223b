import { serveFeature } from '#kit/server/context.ts';
import { topicsOf } from '#kit/server/live.ts';
import { listsFeature } from '../feature.ts';
import { exportList } from './export-handlers.ts';
import { keeping } from './keep-partitions.ts';
import { searchHandlers } from './search-handlers.ts';

export default serveFeature(listsFeature, {
  handlers: {
    ...searchHandlers,
    appConfig: async ({ services }) => ({
      demo: services.demo,
      trustedParentOrigins: [...services.config.trustedParentOrigins],
      setupNeeded: await services.setupNeeded(),
      version: services.version,
    }),
    pollEvents: async ({ services, session }, input) => {
      const backlog = await services.live.since(
        topicsOf(session),
        input.after === undefined ? undefined : Number(input.after),
      );
      return {
        seq: String(backlog.seq),
        resync: backlog.resync,
        events: backlog.events.map((event) => ({ ...event, seq: String(event.seq) })),
      };
    },
    exportList,
  },
  jobs: [keeping],
});
