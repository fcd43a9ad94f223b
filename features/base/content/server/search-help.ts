import { registerSearch } from '#features/base/lists/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import { contentContract } from '../contract.ts';
import { articlePath } from '../rules/article-path.ts';
import { articleHandlers } from './article-handlers.ts';

export const searchHelp = (services: Services): void =>
  registerSearch(services, {
    kind: 'article',
    endpoint: contentContract.searchArticles,
    handler: articleHandlers.searchArticles,
    input: (text) => ({ keyword: text }),
    hits: ({ records }) =>
      records.map((article) => ({
        id: article.id,
        title: article.title,
        note: article.summary,
        path: articlePath(article),
        exact: false,
      })),
  });
