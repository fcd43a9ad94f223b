import { defineScreens } from '#kit/contract/screen.ts';
import type { contentContract } from './contract.ts';

export default defineScreens<typeof contentContract>('content', ({ staff }) => [
  staff('/productDynamics', 'productDynamics', 'cpdtData', () => import('./web/product-dynamics.tsx'), {
    depth: 1,
    menu: { tabOf: '/systemMessage', icon: 'news', sort: 10 },
  }),
  staff('/systemMessage', 'systemMessage', 'listMessages', () => import('./web/system-message.tsx'), {
    menu: { root: 'cpdt', area: 'support', icon: 'bell', sort: 20 },
  }),
  staff('/operation_manual', 'operationManual', 'listArticles', () => import('./web/operation-manual.tsx'), {
    menu: { tabOf: '/help', icon: 'book', sort: 10 },
  }),
  staff(
    '/functionalTutorial',
    'functionalTutorial',
    'listArticles',
    () => import('./web/functional-tutorial.tsx'),
    {
      menu: { tabOf: '/help', icon: 'school', sort: 20 },
    },
  ),
  staff('/question', 'question', 'listArticles', () => import('./web/question.tsx'), {
    menu: { tabOf: '/help', icon: 'message', sort: 30 },
  }),
  staff('/help', 'help', 'searchArticles', () => import('./web/help.tsx'), {
    menu: { root: 'cpdt', area: 'support', icon: 'help', sort: 10 },
  }),
  staff('/moreQuestion', 'moreQuestion', 'searchArticles', () => import('./web/more-question.tsx')),
  staff('/introduce', 'introduce', 'introductionDetail', () => import('./web/introduce.tsx')),
  staff('/tutorial', 'tutorial', 'introductionDetail', () => import('./web/tutorial.tsx')),
  staff('/content_admin', 'contentAdmin', 'pageArticles', () => import('./web/content-admin.tsx'), {
    menu: { root: 'my', area: 'support', icon: 'file-text', sort: 60 },
  }),
  staff('/content_edit', 'contentEdit', 'submitArticle', () => import('./web/content-edit.tsx')),
  staff('/message_admin', 'messageAdmin', 'pageSentMessages', () => import('./web/message-admin.tsx'), {
    menu: { tabOf: '/content_admin', icon: 'send', sort: 10 },
  }),
]);
