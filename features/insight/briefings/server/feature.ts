import { serveFeature } from '#kit/server/context.ts';
import { briefingsFeature } from '../feature.ts';
import { choiceHandlers } from './choice-handlers.ts';
import { sendBriefings } from './send-briefings.ts';
import { todayHandlers } from './today-handlers.ts';

export default serveFeature(briefingsFeature, {
  handlers: { ...todayHandlers, ...choiceHandlers },
  // also after nine: who was away then is told when back
  jobs: [{ name: 'briefings.send', cron: '*/5 * * * *', run: sendBriefings }],
});
