import { eq, inArray } from 'drizzle-orm';
import { conflict, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import { refusingTaken } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, everyoneTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { articleEditorContract } from '../contract/articles.ts';
import { articleChanged } from '../contract/events.ts';
import { articles } from '../tables.ts';
import { type ArticleRow, articleById, lockArticles, pageForEditor } from './article-queries.ts';
import { toEditedArticle, toEditorRow } from './article-records.ts';
import { takeShippedText } from './ship-articles.ts';
import { readShippedArticles } from './shipped-articles.ts';

const taken = { article_slug_key: { field: 'slug', key: 'content:error.slugTaken' } };

async function locked(tx: Tx, id: string): Promise<ArticleRow> {
  const [row] = await lockArticles(tx, [id]);
  if (!row) throw missing();
  return row;
}

/** Readers never meet half an article: what is published has a text in both languages. */
function assertComplete(row: Pick<ArticleRow, 'bodyZh' | 'bodyEn' | 'summaryZh' | 'summaryEn'>): void {
  for (const field of ['summaryZh', 'summaryEn', 'bodyZh', 'bodyEn'] as const)
    if (row[field].trim() === '') throw invalidField(field, 'content:error.incomplete');
}

const withoutMarks = ({ shippedHash: _, updatedAt: __, ...row }: ArticleRow) => row;

/** Articles belong to no tenant, so the kit's `change` does not fit them: the log and everyone's pages hear of it here. */
async function report(
  tx: Tx,
  context: StaffContext,
  action: string,
  row: Pick<ArticleRow, 'id' | 'titleZh'>,
  texts: { before?: Record<string, unknown> | null; after?: Record<string, unknown> } = {},
): Promise<void> {
  const { id, titleZh: label } = row;
  await audit(tx, context, { action, entity: 'article', entityId: id, label, ...texts });
  await emit(tx, everyoneTopic, articleChanged, { id });
}

export const articleEditorHandlers: Handlers<typeof articleEditorContract> = {
  async pageArticles({ db }, input) {
    return mapPage(await pageForEditor(db.read, input), toEditorRow);
  },

  async editedArticle({ db }, { id }) {
    const row = await articleById(db.read, id);
    if (!row) throw missing();
    return toEditedArticle(row);
  },

  async submitArticle(context, { id: givenId, ...given }) {
    const { cover = null, video = null } = given;
    const values = { ...given, cover, video, updatedAt: context.clock.now(), edited: true };
    const id = givenId ?? newId();
    await context.db.transaction(async (tx) => {
      const before = givenId ? await locked(tx, givenId) : undefined;
      if (before?.publishedAt) assertComplete(values);
      // The file of a shipped article is found by its slug.
      if (before?.shippedHash && before.slug !== values.slug)
        throw invalidField('slug', 'content:error.shippedSlug');
      await refusingTaken(taken, values, async () => {
        if (before) await tx.update(articles).set(values).where(eq(articles.id, id));
        else await tx.insert(articles).values({ id, ...values });
      });
      const old = before ? withoutMarks(before) : null;
      await report(
        tx,
        context,
        before ? 'content.changeArticle' : 'content.createArticle',
        { id, titleZh: values.titleZh },
        { before: old, after: { ...old, ...given } },
      );
    });
    return { id };
  },

  async publishArticle(context, { id, published }) {
    await context.db.transaction(async (tx) => {
      const before = await locked(tx, id);
      if ((before.publishedAt !== null) === published) return;
      if (published) assertComplete(before);
      const publishedAt = published ? context.clock.now() : null;
      await tx.update(articles).set({ publishedAt }).where(eq(articles.id, id));
      await report(tx, context, published ? 'content.publishArticle' : 'content.unpublishArticle', before);
    });
  },

  async restoreArticle(context, { id }) {
    await context.db.transaction(async (tx) => {
      const before = await locked(tx, id);
      const shipped = readShippedArticles(context.services.texts).find(({ slug }) => slug === before.slug);
      if (before.shippedHash === null || !shipped) throw conflict('content:error.notShipped');
      await takeShippedText(tx, shipped, context.clock.now());
      await report(tx, context, 'content.restoreArticle', { id, titleZh: shipped.titleZh });
    });
  },

  async removeArticles(context, { ids }) {
    await context.db.transaction(async (tx) => {
      const found = await lockArticles(tx, ids);
      const kept = found.find(({ shippedHash }) => shippedHash !== null);
      // It would come back with the next start; taking it from the readers is what unpublishing does.
      if (kept) throw invalid('content:error.shippedStays', { title: kept.titleZh });
      if (found.length === 0) throw missing();
      await tx.delete(articles).where(inArray(articles.id, ids));
      for (const row of found)
        await report(tx, context, 'content.removeArticle', row, { before: withoutMarks(row) });
    });
  },
};
