import { lt } from 'drizzle-orm';
import { provideMessenger } from '#features/base/accounts/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { serveFeature } from '#kit/server/context.ts';
import { contentFeature } from '../feature.ts';
import { systemMessages } from '../tables.ts';
import { articleEditorHandlers } from './article-editor-handlers.ts';
import { articleHandlers } from './article-handlers.ts';
import { keyDataHandlers } from './key-data-handlers.ts';
import { messageHandlers } from './message-handlers.ts';
import { searchHelp } from './search-help.ts';
import { sendSystemMessage } from './send-system-message.ts';
import { shipArticles } from './ship-articles.ts';
import { readShippedArticles } from './shipped-articles.ts';

/** An inbox is for what still matters; the operation log keeps what was sent. */
const keptDays = 365;

export default serveFeature(contentFeature, {
  handlers: { ...articleHandlers, ...articleEditorHandlers, ...messageHandlers, ...keyDataHandlers },
  jobs: [
    {
      name: 'content.forgetMessages',
      cron: '40 3 * * *',
      run: async ({ db, clock }) => {
        const oldest = new Date(clock.now().getTime() - keptDays * dayMs);
        await db.transaction((tx) => tx.delete(systemMessages).where(lt(systemMessages.createdAt, oldest)));
      },
    },
  ],
  start: async (services) => {
    const { db, texts, clock } = services;
    searchHelp(services);
    provideMessenger(services, sendSystemMessage);
    const shipped = readShippedArticles(texts);
    await db.transaction((tx) => shipArticles(tx, shipped, clock.now()));
  },
});
