import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, insert, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { BusinessState, SubmissionState } from '../contract/shared.ts';
import type { onboardingContract } from '../contract.ts';
import type { BusinessDetails, Photos } from '../fields.ts';
import { businessDrafts, businessSubmissions } from '../tables.ts';
import type { Holder } from './holder.ts';

const draftsOf = (holder: Holder) => rows(tenantScope(holder.tenantId), businessDrafts);
const submissionsOf = (scope: Scope) => rows(scope, businessSubmissions);
export type DraftRow = RowOf<typeof businessDrafts>;
export type SubmissionRow = RowOf<typeof businessSubmissions>;
type Submissions = ColumnsOf<typeof businessSubmissions>;

export interface Content {
  details: BusinessDetails;
  photos: Photos;
  idCardSealed: string | null;
  cardSealed: string | null;
}

export const openStates = ['untreated', 'processing'] as const satisfies readonly SubmissionState[];
export const isOpen = (state: SubmissionState): boolean => (openStates as readonly string[]).includes(state);

export async function findDraft(reader: Reader, holder: Holder): Promise<DraftRow | undefined> {
  const draft = draftsOf(holder);
  const [found] = await reader.select().from(draft).where(eq(draft.holderId, holder.holderId));
  return found;
}

/** Opened at need, and locked: whatever changes the papers of a holder runs in turn. */
export async function lockDraft(tx: Tx, holder: Holder, userId: string, now: Date): Promise<DraftRow> {
  await tx.execute(sql`
    insert into business_draft (tenant_id, holder_id, details, photos, updated_at, updated_by)
    values (${holder.tenantId}, ${holder.holderId}, '{}', '{}', ${now.toISOString()}, ${userId})
    on conflict do nothing`);
  await tx.execute(sql`
    select 1 from business_draft
    where tenant_id = ${holder.tenantId} and holder_id = ${holder.holderId} for update`);
  return (await findDraft(tx, holder)) as DraftRow;
}

export async function updateDraft(
  tx: Tx,
  holder: Holder,
  { details, photos, idCardSealed, cardSealed }: Content,
  by: { userId: string; now: Date },
): Promise<void> {
  await update(
    tx,
    tenantScope(holder.tenantId),
    businessDrafts,
    (draft) => eq(draft.holderId, holder.holderId),
    { details, photos, idCardSealed, cardSealed, updatedAt: by.now, updatedBy: by.userId },
  );
}

/** The latest first; recalled ones only where they are asked for. */
export async function selectHistory(
  reader: Reader,
  holder: Holder,
  options: { recalled?: boolean; limit?: number } = {},
): Promise<SubmissionRow[]> {
  const submission = submissionsOf(tenantScope(holder.tenantId));
  return reader
    .select()
    .from(submission)
    .where(
      and(
        eq(submission.holderId, holder.holderId),
        options.recalled ? undefined : ne(submission.state, 'recalled'),
      ),
    )
    .orderBy(desc(submission.createdAt), desc(submission.id))
    .limit(options.limit ?? 50);
}

export async function findLatest(reader: Reader, holder: Holder): Promise<SubmissionRow | undefined> {
  return (await selectHistory(reader, holder, { limit: 1 }))[0];
}

/** What is in force: the latest that passed, also while a change of it is under review. */
export async function findPassed(reader: Reader, holder: Holder): Promise<SubmissionRow | undefined> {
  const submission = submissionsOf(tenantScope(holder.tenantId));
  const [found] = await reader
    .select()
    .from(submission)
    .where(and(eq(submission.holderId, holder.holderId), eq(submission.state, 'passed')))
    .orderBy(desc(submission.createdAt), desc(submission.id))
    .limit(1);
  return found;
}

export async function findSubmission(
  reader: Reader,
  scope: Scope,
  id: string,
): Promise<SubmissionRow | undefined> {
  const submission = submissionsOf(scope);
  const [found] = await reader.select().from(submission).where(eq(submission.id, id));
  return found;
}

export async function insertSubmission(
  tx: Tx,
  holder: Holder,
  values: Content & Pick<SubmissionRow, 'id' | 'createdAt' | 'userId' | 'userName'>,
): Promise<void> {
  await insert(tx, tenantScope(holder.tenantId), businessSubmissions, {
    ...values,
    holderId: holder.holderId,
    state: 'untreated',
  });
}

/** From one state to another, if it still is in the first: of several that try at once one gets the row. */
export async function moveSubmission(
  tx: Tx,
  scope: Scope,
  id: string,
  from: SubmissionState,
  set: Partial<Pick<SubmissionRow, 'auditorId' | 'auditorName' | 'takenAt' | 'decidedAt' | 'reason'>> & {
    state: SubmissionState;
  },
  also?: (submission: Submissions) => SQL | undefined,
): Promise<SubmissionRow | undefined> {
  const [moved] = await update(
    tx,
    scope,
    businessSubmissions,
    (submission) => and(eq(submission.id, id), eq(submission.state, from), also?.(submission)),
    set,
  );
  return moved;
}

/** Whether a submission of any state shows the photo, so that it must stay. */
export async function isPhotoSubmitted(reader: Reader, holder: Holder, photoId: string): Promise<boolean> {
  const submission = submissionsOf(tenantScope(holder.tenantId));
  const [found] = await reader
    .select({ id: submission.id })
    .from(submission)
    .where(
      and(
        eq(submission.holderId, holder.holderId),
        sql`exists (select 1 from jsonb_each_text(${submission.photos}) photo where photo.value = ${photoId})`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** What all organisations have handed in. */
export function pageSubmissions(
  reader: Reader,
  input: ParsedInputOf<typeof onboardingContract.listSubmissions>,
) {
  const submission = submissionsOf(platformScope);
  const organisation = tenantView(platformScope);
  const detail = (name: 'idCardName' | 'registeredName') => sql`${submission.details} ->> ${name}`;
  return pageRows(reader, input, {
    from: () =>
      reader.select().from(submission).innerJoin(organisation, eq(organisation.id, submission.tenantId)),
    filters: {
      state: equals(submission.state),
      keyword: search(submission.tenantId, organisation.name, detail('idCardName'), detail('registeredName')),
    },
    ...newestFirst(submission),
    sort: { createdAt: submission.createdAt, decidedAt: submission.decidedAt },
  });
}

export async function countByState(reader: Reader): Promise<Map<SubmissionState, number>> {
  const submission = submissionsOf(platformScope);
  const found = await reader
    .select({ state: submission.state, total: sql<number>`count(*)::int` })
    .from(submission)
    .where(inArray(submission.state, [...openStates]))
    .groupBy(submission.state);
  return new Map(found.map(({ state, total }) => [state, total]));
}

export function stateOf(draft: DraftRow | undefined, latest: SubmissionRow | undefined): BusinessState {
  if (latest && latest.state !== 'recalled') return latest.state;
  return draft && Object.keys(draft.details).length > 0 ? 'draft' : 'none';
}
