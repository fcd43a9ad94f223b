import { and, desc, eq } from 'drizzle-orm';
import { accountView } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import type { reviewsContract } from '../contract/reviews.ts';
import { nameReviews } from '../tables.ts';

export type NameReviewRow = RowOf<typeof nameReviews>;

export function pageNameReviews(
  reader: Reader,
  input: ParsedInputOf<typeof reviewsContract.listNameReviews>,
) {
  const review = rows(platformScope, nameReviews);
  const applicant = accountView(platformScope, 'applicant');
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(review, 'id', 'tenantId', 'oldName', 'newName', 'state', 'decisionReason'),
          applicantName: applicant.name,
          ...pick(review, 'realName', 'createdAt', 'decidedAt'),
        })
        .from(review)
        .leftJoin(applicant, and(eq(applicant.tenantId, review.tenantId), eq(applicant.id, review.createdBy)))
        .$dynamic(),
    filters: { state: equals(review.state), keyword: search(review.oldName, review.newName) },
    ...newestFirst(review),
  });
}

export async function selectLatestReview(reader: Reader, scope: Scope): Promise<NameReviewRow | undefined> {
  const review = rows(scope, nameReviews);
  const [row] = await reader.select().from(review).orderBy(desc(review.createdAt), desc(review.id)).limit(1);
  return row;
}

export async function countOpenReviews(reader: Reader): Promise<number> {
  const review = rows(platformScope, nameReviews);
  return reader.$count(review, eq(review.state, 'untreated'));
}
