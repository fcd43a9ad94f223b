import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Page } from '#kit/contract/schemas.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { Reader } from '#kit/server/database.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import type { ArticleCategory, ArticleKind, contentContract } from '../contract.ts';
import { articles } from '../tables.ts';
import { termsOf } from './search-text.ts';

export type ArticleRow = typeof articles.$inferSelect;

const cardColumns = {
  id: articles.id,
  slug: articles.slug,
  kind: articles.kind,
  category: articles.category,
  titleZh: articles.titleZh,
  titleEn: articles.titleEn,
  summaryZh: articles.summaryZh,
  summaryEn: articles.summaryEn,
  cover: articles.cover,
  video: articles.video,
  publishedAt: articles.publishedAt,
  updatedAt: articles.updatedAt,
};
type CardRow = Pick<ArticleRow, keyof typeof cardColumns>;

const inLanguage = (language: Language, zh: string, en: string) =>
  language === 'zh-cn' ? zh || en : en || zh;

export const cardOf = (row: CardRow, language: Language) => ({
  id: row.id,
  slug: row.slug,
  kind: row.kind,
  category: row.category,
  title: inLanguage(language, row.titleZh, row.titleEn),
  summary: inLanguage(language, row.summaryZh, row.summaryEn),
  cover: row.cover,
  video: row.video,
  publishedAt: (row.publishedAt ?? row.updatedAt).toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const bodyOf = (row: Pick<ArticleRow, 'bodyZh' | 'bodyEn'>, language: Language) =>
  inLanguage(language, row.bodyZh, row.bodyEn);

interface Selection {
  kind?: ArticleKind;
  category?: ArticleCategory;
}

const selected = ({ kind, category }: Selection) => [
  kind ? eq(articles.kind, kind) : undefined,
  category ? eq(articles.category, category) : undefined,
];

/** News is read from the newest, everything else in the order of its chapters. */
const readingOrder = (kind: ArticleKind) =>
  kind === 'news'
    ? [desc(articles.publishedAt), desc(articles.id)]
    : [asc(articles.sort), asc(articles.slug)];

export async function latestCards(reader: Reader, kind: ArticleKind, limit: number): Promise<CardRow[]> {
  return reader
    .select(cardColumns)
    .from(articles)
    .where(and(eq(articles.kind, kind), isNotNull(articles.publishedAt)))
    .orderBy(...readingOrder(kind))
    .limit(limit);
}

export function publishedPage(
  reader: Reader,
  input: ParsedInputOf<typeof contentContract.listArticles>,
): Promise<Page<CardRow>> {
  const where = and(isNotNull(articles.publishedAt), ...selected(input));
  const order = input.sort
    ? orderBy(
        input,
        { sort: articles.sort, publishedAt: articles.publishedAt },
        { sort: 'sort', order: 'asc' },
        articles.id,
      )
    : readingOrder(input.kind);
  return selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select(cardColumns)
        .from(articles)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    () => reader.$count(articles, where),
  );
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function publishedArticle(
  reader: Reader,
  ref: string,
  kinds?: readonly ArticleKind[],
): Promise<ArticleRow | undefined> {
  const [row] = await reader
    .select()
    .from(articles)
    .where(
      and(
        uuidPattern.test(ref) ? eq(articles.id, ref) : eq(articles.slug, ref),
        isNotNull(articles.publishedAt),
        kinds ? inArray(articles.kind, [...kinds]) : undefined,
      ),
    );
  return row;
}

const anyOf = (columns: readonly AnyPgColumn[], term: string) =>
  or(...columns.map((column) => ilike(column, likePattern(term)))) as SQL;
const titles = [articles.titleZh, articles.titleEn];
const summaries = [articles.summaryZh, articles.summaryEn];
const bodies = [articles.bodyZh, articles.bodyEn];

/**
 * Plain ILIKE over a few hundred platform-owned rows: it finds two-letter Chinese words, which trigrams can not,
 * and needs no extension on a managed server.
 */
export function searchPage(
  reader: Reader,
  input: ParsedInputOf<typeof contentContract.searchArticles>,
): Promise<Page<ArticleRow>> {
  const terms = termsOf(input.keyword);
  const where = and(
    isNotNull(articles.publishedAt),
    ...selected(input),
    ...terms.map((term) => anyOf([...titles, ...summaries, ...bodies], term)),
  );
  const score = sql.join(
    terms.map(
      (term) =>
        sql`(case when ${anyOf(titles, term)} then 9 when ${anyOf(summaries, term)} then 3 else 1 end)`,
    ),
    sql` + `,
  );
  return selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(articles)
        .where(where)
        .orderBy(desc(score), asc(articles.kind), asc(articles.sort), asc(articles.id))
        .limit(limit)
        .offset(offset),
    () => reader.$count(articles, where),
  );
}

export function editorPage(
  reader: Reader,
  input: ParsedInputOf<typeof contentContract.pageArticles>,
): Promise<Page<ArticleRow>> {
  const where = and(
    ...selected(input),
    input.state === 'draft' ? isNull(articles.publishedAt) : undefined,
    input.state === 'published' ? isNotNull(articles.publishedAt) : undefined,
    ...(input.keyword ? termsOf(input.keyword).map((term) => anyOf([...titles, ...bodies], term)) : []),
  );
  const order = input.sort
    ? orderBy(
        input,
        {
          sort: articles.sort,
          updatedAt: articles.updatedAt,
          publishedAt: articles.publishedAt,
        },
        { sort: 'sort', order: 'asc' },
        articles.id,
      )
    : [asc(articles.kind), asc(articles.sort), asc(articles.id)];
  return selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(articles)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    () => reader.$count(articles, where),
  );
}

export async function articleById(reader: Reader, id: string): Promise<ArticleRow | undefined> {
  const [row] = await reader.select().from(articles).where(eq(articles.id, id));
  return row;
}
