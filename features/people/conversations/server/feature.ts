import { registerOwnData } from '#features/base/players/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { conversationsFeature } from '../feature.ts';
import { dropErasedPictures } from './keep-pictures.ts';
import { messagesOwnData } from './own-data.ts';
import { ownHandlers } from './own-handlers.ts';
import { replyHandlers } from './reply-handlers.ts';
import { staffHandlers } from './staff-handlers.ts';

export default serveFeature(conversationsFeature, {
  handlers: { ...staffHandlers, ...ownHandlers, ...replyHandlers },
  jobs: [{ name: 'conversations.drop-erased-pictures', cron: '50 * * * *', run: dropErasedPictures }],
  async start(services) {
    registerOwnData(
      services,
      messagesOwnData(() => services.clock.now()),
    );
  },
});
