import type { ArticleKind } from '../contract/articles.ts';

/** Where an article is read. Addresses carry the slug, which is the same in every installation. */
const readAt: Record<ArticleKind, (slug: string) => string> = {
  manual: (slug) => `/operation_manual?chapter=${slug}`,
  news: (slug) => `/productDynamics?id=${slug}`,
  introduction: (slug) => `/introduce?id=${slug}`,
  tutorial: (slug) => `/tutorial?id=${slug}`,
  question: (slug) => `/moreQuestion?id=${slug}`,
};

export const articlePath = (article: { kind: ArticleKind; slug: string }) =>
  readAt[article.kind](article.slug);
