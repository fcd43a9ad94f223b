import { and, count, desc, eq, ilike, or } from 'drizzle-orm';
import { sendSystemMessage } from '#features/content/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { emit, platformTopic, tenantTopic } from '#kit/server/outbox.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope } from '#kit/server/scope.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import type { ReviewState } from '../contract/shared.ts';
import { nameReviews } from '../tables.ts';
import { userSummaries } from './public.ts';
import { decided } from './review-rules.ts';
import { changeSessions } from './session-changes.ts';
import { ownTenant } from './staff.ts';
import { findTenant, lockTenant, updateTenant } from './tenant-queries.ts';

const rowsOfReviews = () => rows(platformScope, nameReviews);
type ReviewRow = ReturnType<typeof rowsOfReviews>['$inferSelect'];

const present = (row: ReviewRow) => ({
  id: row.id,
  tenantId: row.tenantId,
  oldName: row.oldName,
  newName: row.newName,
  state: row.state,
  decisionReason: row.decisionReason,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

export async function requestNameChange(context: StaffContext, input: { name: string }) {
  const { session } = context;
  const scope = ownTenant(context);
  return context.db.transaction(async (tx) => {
    // Two requests at once are judged one after the other.
    const tenant = await lockTenant(tx, session.tenantId);
    if (!tenant) throw missing();
    if (tenant.name === input.name) throw invalidField('name', 'accounts:error.sameName');
    const review = rows(scope, nameReviews);
    const open = await tx.select({ id: review.id }).from(review).where(eq(review.state, 'untreated'));
    if (open.length > 0) throw conflict('accounts:error.reviewOpen');
    const [row] = await insert(tx, scope, nameReviews, {
      id: newId(),
      createdAt: context.clock.now(),
      oldName: tenant.name,
      newName: input.name,
      createdBy: session.userId,
    });
    await audit(tx, context, {
      action: 'accounts.requestNameChange',
      entity: 'nameReview',
      entityId: row!.id,
      label: input.name,
      before: { name: tenant.name },
      after: { name: input.name },
    });
    await emit(tx, platformTopic, 'review.requested', { kind: 'name', id: row!.id });
    return present(row!);
  });
}

export async function latestNameReview(context: StaffContext) {
  const review = rows(ownTenant(context), nameReviews);
  const [[row], tenant] = await Promise.all([
    context.db.read.select().from(review).orderBy(desc(review.createdAt), desc(review.id)).limit(1),
    findTenant(context.db.read, context.session.tenantId),
  ]);
  return { name: tenant?.name ?? '', review: row ? present(row) : null };
}

interface ReviewPage {
  current: number;
  size: number;
  sort?: 'createdAt';
  order?: 'asc' | 'desc';
  state?: ReviewState;
  keyword?: string;
}

export async function listNameReviews(context: StaffContext, input: ReviewPage) {
  const review = rows(platformScope, nameReviews);
  const reader = context.db.read;
  const pattern = input.keyword && likePattern(input.keyword);
  const where = and(
    input.state ? eq(review.state, input.state) : undefined,
    pattern ? or(ilike(review.oldName, pattern), ilike(review.newName, pattern)) : undefined,
  );
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(review)
        .where(where)
        .orderBy(
          ...orderBy(input, { createdAt: review.createdAt }, { sort: 'createdAt', order: 'desc' }, review.id),
        )
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(review).where(where))[0]?.total ?? 0,
  );
  const applicants = await userSummaries(
    reader,
    platformScope,
    page.records.map((row) => row.createdBy),
  );
  return {
    ...page,
    records: page.records.map((row) => ({
      ...present(row),
      applicantName: applicants.get(row.createdBy)?.name ?? '',
    })),
  };
}

export async function decideNameReview(
  context: StaffContext,
  input: { id: string; passed: boolean; reason: string },
) {
  await changeSessions(context.db, async (tx, touch) => {
    const review = rows(platformScope, nameReviews);
    const [row] = await tx.select().from(review).where(eq(review.id, input.id)).for('update');
    if (!row) throw missing();
    const state = decided('name', row.state, input);
    await update(tx, platformScope, nameReviews, (columns) => eq(columns.id, row.id), {
      state,
      decisionReason: input.reason,
      decidedBy: context.session.userId,
      decidedAt: context.clock.now(),
    });
    if (state === 'passed') await updateTenant(tx, row.tenantId, { name: row.newName });
    await audit(tx, context, {
      action: 'accounts.decideNameReview',
      entity: 'nameReview',
      entityId: row.id,
      label: row.newName,
      tenantId: row.tenantId,
      before: { state: row.state },
      after: { state, reason: input.reason },
    });
    await sendSystemMessage(tx, context.services.texts, {
      audience: { kind: 'tenant', tenantId: row.tenantId },
      titleKey: input.passed ? 'accounts:message.namePassedTitle' : 'accounts:message.nameRejectedTitle',
      bodyKey: input.passed ? 'accounts:message.namePassed' : 'accounts:message.nameRejected',
      params: { name: row.newName, reason: input.reason },
      level: input.passed ? 'notice' : 'warning',
      link: '/shmc',
    });
    await emit(tx, tenantTopic(row.tenantId), 'review.decided', { kind: 'name', id: row.id, state });
    await touch('tenant', row.tenantId);
  });
  return {};
}
