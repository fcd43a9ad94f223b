import { and, eq, isNotNull, notInArray } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { articles } from '../tables.ts';
import type { ShippedArticle } from './shipped-articles.ts';

const wordsOf = ({ hash, publishedAt: _, ...words }: ShippedArticle) => ({ ...words, shippedHash: hash });

/** Puts the shipped text into a row; the administrator's decision to publish it or not stays. */
export async function takeShippedText(tx: Tx, shipped: ShippedArticle, now: Date): Promise<void> {
  await tx
    .update(articles)
    .set({ ...wordsOf(shipped), edited: false, updatedAt: now })
    .where(eq(articles.slug, shipped.slug));
}

/**
 * Brings the articles of an installation to this version: missing ones are added, changed ones replaced and dropped
 * ones removed, but never what the administrator wrote or edited.
 */
export async function shipArticles(tx: Tx, shipped: readonly ShippedArticle[], now: Date): Promise<void> {
  // Several servers may start at once.
  await holdName(tx, 'shipped articles');
  const present = new Map(
    (
      await tx
        .select({ slug: articles.slug, hash: articles.shippedHash, edited: articles.edited })
        .from(articles)
    ).map((row) => [row.slug, row]),
  );
  for (const article of shipped) {
    const row = present.get(article.slug);
    if (!row)
      await tx.insert(articles).values({
        id: newId(),
        ...wordsOf(article),
        edited: false,
        publishedAt: article.publishedAt,
        updatedAt: article.publishedAt,
      });
    else if (row.hash !== null && row.hash !== article.hash && !row.edited)
      await takeShippedText(tx, article, now);
  }
  await tx.delete(articles).where(
    and(
      isNotNull(articles.shippedHash),
      eq(articles.edited, false),
      notInArray(
        articles.slug,
        shipped.map((article) => article.slug),
      ),
    ),
  );
}
