import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { articleEditorContract, articlesContract } from '../contract/articles.ts';
import type { ArticleRow, CardRow } from './article-queries.ts';

const inLanguage = (language: Language, zh: string, en: string) =>
  language === 'zh-cn' ? zh || en : en || zh;

export const toCard = (
  row: CardRow,
  language: Language,
): ResultOf<typeof articlesContract.listArticles>['records'][number] => ({
  ...row,
  title: inLanguage(language, row.titleZh, row.titleEn),
  summary: inLanguage(language, row.summaryZh, row.summaryEn),
  publishedAt: row.publishedAt ?? row.updatedAt,
});

export const bodyOf = (row: Pick<ArticleRow, 'bodyZh' | 'bodyEn'>, language: Language) =>
  inLanguage(language, row.bodyZh, row.bodyEn);

const isShipped = ({ shippedHash }: ArticleRow) => shippedHash !== null;

export const toEditorRow = (
  row: ArticleRow,
): ResultOf<typeof articleEditorContract.pageArticles>['records'][number] => ({
  ...row,
  shipped: isShipped(row),
  state: row.publishedAt ? 'published' : 'draft',
  origin: !isShipped(row) ? 'own' : row.edited ? 'edited' : 'shipped',
});

export const toEditedArticle = (row: ArticleRow): ResultOf<typeof articleEditorContract.editedArticle> => ({
  ...row,
  cover: row.cover ?? undefined,
  video: row.video ?? undefined,
  shipped: isShipped(row),
});
