import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { conflict, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { sqlStateOf, type Tx } from '#kit/server/database.ts';
import { emit, everyoneTopic } from '#kit/server/outbox.ts';
import type { contentContract } from '../contract.ts';
import { articles } from '../tables.ts';
import { type ArticleRow, articleById, editorPage } from './article-queries.ts';
import { takeShippedText } from './ship-articles.ts';
import { readShippedArticles } from './shipped-articles.ts';

type Editing = Handlers<
  Pick<
    typeof contentContract,
    | 'pageArticles'
    | 'editedArticle'
    | 'submitArticle'
    | 'publishArticle'
    | 'restoreArticle'
    | 'removeArticles'
  >
>;

const uniqueViolation = '23505';

async function locked(tx: Tx, id: string): Promise<ArticleRow> {
  const [row] = await tx.select().from(articles).where(eq(articles.id, id)).for('update');
  if (!row) throw missing();
  return row;
}

/** Readers never meet half an article: what is published has a text in both languages. */
function assertComplete(row: Pick<ArticleRow, 'bodyZh' | 'bodyEn' | 'summaryZh' | 'summaryEn'>): void {
  for (const field of ['summaryZh', 'summaryEn', 'bodyZh', 'bodyEn'] as const)
    if (row[field].trim() === '') throw invalidField(field, 'content:error.incomplete');
}

const announce = (tx: Tx, id: string) => emit(tx, everyoneTopic, 'article.changed', { id });
const withoutMarks = ({ shippedHash: _, updatedAt: __, ...row }: ArticleRow) => row;

export const editArticles: Editing = {
  async pageArticles({ db }, input) {
    const page = await editorPage(db.read, input);
    return {
      ...page,
      records: page.records.map((row) => ({
        ...row,
        shipped: row.shippedHash !== null,
        publishedAt: row.publishedAt?.toISOString() ?? null,
        updatedAt: row.updatedAt.toISOString(),
      })),
    };
  },

  async editedArticle({ db }, { id }) {
    const row = await articleById(db.read, id);
    if (!row) throw missing();
    return {
      ...row,
      cover: row.cover ?? undefined,
      video: row.video ?? undefined,
      shipped: row.shippedHash !== null,
      publishedAt: row.publishedAt?.toISOString() ?? null,
      updatedAt: row.updatedAt.toISOString(),
    };
  },

  async submitArticle(context, { id: givenId, ...given }) {
    const values = {
      ...given,
      cover: given.cover ?? null,
      video: given.video ?? null,
      updatedAt: context.clock.now(),
      edited: true,
    };
    const id = givenId ?? newId();
    try {
      await context.db.transaction(async (tx) => {
        const before = givenId ? await locked(tx, givenId) : undefined;
        if (before?.publishedAt) assertComplete(values);
        // The file of a shipped article is found by its slug.
        if (before?.shippedHash && before.slug !== values.slug)
          throw invalidField('slug', 'content:error.shippedSlug');
        if (before) await tx.update(articles).set(values).where(eq(articles.id, id));
        else await tx.insert(articles).values({ id, ...values });
        await audit(tx, context, {
          action: before ? 'content.changeArticle' : 'content.createArticle',
          entity: 'article',
          entityId: id,
          label: values.titleZh,
          before: before ? withoutMarks(before) : null,
          after: before ? { ...withoutMarks(before), ...given } : given,
        });
        await announce(tx, id);
      });
    } catch (error) {
      if (sqlStateOf(error) === uniqueViolation) throw invalidField('slug', 'content:error.slugTaken');
      throw error;
    }
    return { id };
  },

  async publishArticle(context, { id, published }) {
    await context.db.transaction(async (tx) => {
      const before = await locked(tx, id);
      if ((before.publishedAt !== null) === published) return;
      if (published) assertComplete(before);
      const publishedAt = published ? context.clock.now() : null;
      await tx.update(articles).set({ publishedAt }).where(eq(articles.id, id));
      await audit(tx, context, {
        action: published ? 'content.publishArticle' : 'content.unpublishArticle',
        entity: 'article',
        entityId: id,
        label: before.titleZh,
      });
      await announce(tx, id);
    });
    return {};
  },

  async restoreArticle(context, { id }) {
    await context.db.transaction(async (tx) => {
      const before = await locked(tx, id);
      const shipped = readShippedArticles(context.services.texts).find(({ slug }) => slug === before.slug);
      if (before.shippedHash === null || !shipped) throw conflict('content:error.notShipped');
      await takeShippedText(tx, shipped, context.clock.now());
      await audit(tx, context, {
        action: 'content.restoreArticle',
        entity: 'article',
        entityId: id,
        label: shipped.titleZh,
      });
      await announce(tx, id);
    });
    return {};
  },

  async removeArticles(context, { ids }) {
    await context.db.transaction(async (tx) => {
      const [kept] = await tx
        .select({ titleZh: articles.titleZh })
        .from(articles)
        .where(and(inArray(articles.id, ids), isNotNull(articles.shippedHash)))
        .limit(1);
      // It would come back with the next start; taking it from the readers is what unpublishing does.
      if (kept) throw invalid('content:error.shippedStays', { title: kept.titleZh });
      const removed = await tx.delete(articles).where(inArray(articles.id, ids)).returning();
      if (removed.length === 0) throw missing();
      for (const row of removed) {
        await audit(tx, context, {
          action: 'content.removeArticle',
          entity: 'article',
          entityId: row.id,
          label: row.titleZh,
          before: withoutMarks(row),
        });
        await announce(tx, row.id);
      }
    });
    return {};
  },
};
