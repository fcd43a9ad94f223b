import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { equals, likePattern, pageRows } from '#kit/server/page-rows.ts';
import type { ArticleKind, articleEditorContract, articlesContract } from '../contract/articles.ts';
import { type SearchTerm, termsOf } from '../rules/search-rules.ts';
import { articles } from '../tables.ts';

export type ArticleRow = typeof articles.$inferSelect;

const cardColumns = {
  ...pick(articles, 'id', 'slug', 'kind', 'category', 'titleZh', 'titleEn', 'summaryZh', 'summaryEn'),
  ...pick(articles, 'cover', 'video', 'publishedAt', 'updatedAt'),
};
export type CardRow = Pick<ArticleRow, keyof typeof cardColumns>;

/** News is read from the newest, everything else in the order of its chapters. */
const readingOrder = (kind: ArticleKind) =>
  kind === 'news' ? [desc(articles.publishedAt)] : [asc(articles.sort), asc(articles.slug)];

export async function latestCards(reader: Reader, kind: ArticleKind, limit: number): Promise<CardRow[]> {
  return reader
    .select(cardColumns)
    .from(articles)
    .where(and(eq(articles.kind, kind), isNotNull(articles.publishedAt)))
    .orderBy(...readingOrder(kind), asc(articles.id))
    .limit(limit);
}

export const pagePublished = (reader: Reader, input: ParsedInputOf<typeof articlesContract.listArticles>) =>
  pageRows(reader, input, {
    from: () => reader.select(cardColumns).from(articles),
    where: isNotNull(articles.publishedAt),
    filters: { kind: equals(articles.kind), category: equals(articles.category) },
    sort: { sort: articles.sort, publishedAt: articles.publishedAt },
    usual: readingOrder(input.kind),
    tie: articles.id,
  });

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

const titles = [articles.titleZh, articles.titleEn];
const summaries = [articles.summaryZh, articles.summaryEn];
const bodies = [articles.bodyZh, articles.bodyEn];

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A word of letters begins a word: "pin" is not in "keeping". Chinese has no such bounds, and signs are what they are. */
const holds =
  (...columns: AnyPgColumn[]) =>
  (word: string): SQL | undefined =>
    /^[a-z0-9]/.test(word)
      ? or(...columns.map((column) => sql`${column} ~* ${`\\m${escaped(word)}`}`))
      : or(...columns.map((column) => ilike(column, likePattern(word))));

/** Each thing asked about stands in one of the columns, by one of its words. */
const holdsAll =
  (columns: readonly AnyPgColumn[]) =>
  (keyword: string): SQL | undefined =>
    and(...termsOf(keyword).map((words) => or(...words.map(holds(...columns)))));

/** A line of the text that is a heading and holds the word. */
const inHeading = (word: string) =>
  or(...bodies.map((body) => sql`${body} ~* ${`(?n)^#+ .*${escaped(word)}`}`));

/**
 * An article that is about a word, then titles, headings, the summary and the text, in this order. The word itself counts more
 * than another one for the same.
 */
function weightOf([word, ...others]: SearchTerm): SQL {
  const any = (rule: (word: string) => SQL | undefined) =>
    others.length > 0 ? or(...others.map(rule)) : sql`false`;
  return sql`(case
    when ${articles.words} @> array[${word}]::text[] then 40
    when ${holds(...titles)(word)} then 20
    when ${any(holds(...titles))} then 14
    when ${inHeading(word)} then 9
    when ${any(inHeading)} then 6
    when ${holds(...summaries)(word)} then 4
    when ${any(holds(...summaries))} then 3
    when ${holds(...bodies)(word)} then 2
    else 1 end)`;
}

const relevance = (keyword: string) => sql.join(termsOf(keyword).map(weightOf), sql` + `);

/** What explains most comes before what tells or sells. */
const kindOrder = sql`array_position(array['manual', 'tutorial', 'question', 'introduction', 'news'], ${articles.kind})`;

/**
 * Plain ILIKE over a few hundred platform-owned rows: it finds two-letter Chinese words, which trigrams can not,
 * and needs no extension on a managed server.
 */
export function pageFound(reader: Reader, input: ParsedInputOf<typeof articlesContract.searchArticles>) {
  // What fits best is first; sorting by relevance asks for just that.
  const best = sql`-(${relevance(input.keyword)})`;
  return pageRows(reader, input, {
    from: () => reader.select().from(articles),
    where: isNotNull(articles.publishedAt),
    filters: {
      keyword: holdsAll([...titles, ...summaries, ...bodies]),
      kind: equals(articles.kind),
      category: equals(articles.category),
    },
    sort: { relevance: best },
    usual: [asc(best), asc(kindOrder), asc(articles.sort)],
    tie: articles.id,
  });
}

export const pageForEditor = (
  reader: Reader,
  input: ParsedInputOf<typeof articleEditorContract.pageArticles>,
) =>
  pageRows(reader, input, {
    from: () => reader.select().from(articles),
    filters: {
      kind: equals(articles.kind),
      category: equals(articles.category),
      state: (state) => (state === 'draft' ? isNull(articles.publishedAt) : isNotNull(articles.publishedAt)),
      keyword: holdsAll([...titles, ...bodies]),
    },
    sort: { sort: articles.sort, updatedAt: articles.updatedAt, publishedAt: articles.publishedAt },
    usual: [asc(articles.kind), asc(articles.sort)],
    tie: articles.id,
  });

export async function articleById(reader: Reader, id: string): Promise<ArticleRow | undefined> {
  const [row] = await reader.select().from(articles).where(eq(articles.id, id));
  return row;
}

export async function lockArticles(tx: Tx, ids: readonly string[]): Promise<ArticleRow[]> {
  return tx
    .select()
    .from(articles)
    .where(inArray(articles.id, [...ids]))
    .orderBy(articles.id)
    .for('update');
}
