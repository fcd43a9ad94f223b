import { and, count, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { tenantNames } from '#features/accounts/server/public.ts';
import { sendSystemMessage } from '#features/content/server/public.ts';
import { conflict, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope } from '#kit/server/scope.ts';
import { maxBankCards } from '../contract/banks.ts';
import type { onboardingContract } from '../contract.ts';
import type { Acting } from './actor.ts';
import { selectCards } from './card-queries.ts';
import { storeCard } from './cards.ts';
import { findCollecting, saveSubMerchants } from './channel-queries.ts';
import { presentContent, presentSummary } from './present.ts';
import { openNumber, tellBusinessChanged } from './save-business-data.ts';
import {
  countByState,
  findSubmission,
  lockDraft,
  moveSubmission,
  type SubmissionRow,
  selectHistory,
  submissionsOf,
} from './submission-queries.ts';

type Contract = typeof onboardingContract;

const isFranchisee = ({ tenantId, holderId }: SubmissionRow) => tenantId !== holderId;
const labelOf = ({ details }: SubmissionRow) => details.registeredName ?? details.idCardName ?? '';

const presentQueued = (submission: SubmissionRow, names: Map<string, string>) => ({
  ...presentSummary(submission),
  tenantId: submission.tenantId,
  tenantName: names.get(submission.tenantId) ?? '',
  franchisee: isFranchisee(submission),
  kind: submission.details.kind ?? null,
  idCardName: submission.details.idCardName ?? '',
  registeredName: submission.details.registeredName ?? '',
});

export const listSubmissions: Handler<Contract['listSubmissions']> = async ({ db }, input) => {
  const submission = submissionsOf(platformScope);
  const pattern = input.keyword && likePattern(input.keyword);
  const where = and(
    input.state ? eq(submission.state, input.state) : undefined,
    pattern
      ? or(
          ilike(submission.tenantId, pattern),
          ilike(sql`${submission.details} ->> 'idCardName'`, pattern),
          ilike(sql`${submission.details} ->> 'registeredName'`, pattern),
          inArray(submission.tenantId, sql`(select id from tenant where name ilike ${pattern})`),
        )
      : undefined,
  );
  const order = orderBy(
    input,
    { createdAt: submission.createdAt, decidedAt: submission.decidedAt },
    { sort: 'createdAt', order: 'desc' },
    submission.id,
  );
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      db.read
        .select()
        .from(submission)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => (await db.read.select({ total: count() }).from(submission).where(where))[0]?.total ?? 0,
  );
  const names = await tenantNames(
    db.read,
    page.records.map(({ tenantId }) => tenantId),
  );
  return { ...page, records: page.records.map((row) => presentQueued(row, names)) };
};

export const countSubmissions: Handler<Contract['countSubmissions']> = async ({ db }) => {
  const counts = await countByState(db.read);
  return { untreated: counts.get('untreated') ?? 0, processing: counts.get('processing') ?? 0 };
};

export const readSubmission: Handler<Contract['readSubmission']> = async ({ db, language }, { id }) => {
  const submission = await findSubmission(db.read, platformScope, id);
  if (!submission) throw missing();
  const [names, history, collecting, content] = await Promise.all([
    tenantNames(db.read, [submission.tenantId]),
    selectHistory(db.read, submission, { recalled: true }),
    findCollecting(db.read, submission.tenantId),
    presentContent(db.read, language, submission.tenantId, submission),
  ]);
  return {
    ...presentQueued(submission, names),
    ...content,
    history: history.filter((other) => other.id !== id).map(presentSummary),
    wechatSubMerchant: collecting?.wechatSubMerchant ?? null,
    alipaySubMerchant: collecting?.alipaySubMerchant ?? null,
  };
};

export async function takeForAudit(tx: Tx, acting: Acting, id: string): Promise<SubmissionRow> {
  const { session, clock } = acting;
  const taken = await moveSubmission(tx, platformScope, id, 'untreated', {
    state: 'processing',
    auditorId: session.userId,
    auditorName: session.name,
    takenAt: clock.now(),
  });
  if (!taken) {
    if (!(await findSubmission(tx, platformScope, id))) throw missing();
    throw conflict('onboarding:error.alreadyTaken');
  }
  await audit(tx, acting, {
    action: 'onboarding.takeSubmission',
    entity: 'businessSubmission',
    entityId: id,
    label: labelOf(taken),
    tenantId: taken.tenantId,
  });
  await tellBusinessChanged(tx, taken);
  return taken;
}

export const takeSubmission: Handler<Contract['takeSubmission']> = async (context, { id }) => {
  await context.db.transaction((tx) => takeForAudit(tx, context, id));
  return {};
};

/** Back into the queue, by whoever audits: the one who took it may be away. */
export const releaseSubmission: Handler<Contract['releaseSubmission']> = async (context, { id }) => {
  await context.db.transaction(async (tx) => {
    const released = await moveSubmission(tx, platformScope, id, 'processing', {
      state: 'untreated',
      auditorId: null,
      auditorName: null,
      takenAt: null,
    });
    if (!released) {
      if (!(await findSubmission(tx, platformScope, id))) throw missing();
      throw conflict('onboarding:error.notProcessing');
    }
    await audit(tx, context, {
      action: 'onboarding.releaseSubmission',
      entity: 'businessSubmission',
      entityId: id,
      label: labelOf(released),
      tenantId: released.tenantId,
    });
    await tellBusinessChanged(tx, released);
  });
  return {};
};

/** The settlement account of what passed becomes a bound card, unless it is one or there is no room. */
async function bindSettlementCard(tx: Tx, acting: Acting, submission: SubmissionRow): Promise<void> {
  const { details } = submission;
  const number = openNumber(acting.services, submission, 'card', submission);
  if (!number || !details.accountName || !details.bankCode || !details.branchName) return;
  const bound = await selectCards(tx, submission);
  if (bound.length >= maxBankCards) return;
  await storeCard(tx, acting, submission, bound, {
    accountType: details.accountType ?? 'private',
    holderName: details.accountName,
    bankCode: details.bankCode,
    regionCode: details.bankRegionCode ?? null,
    branchName: details.branchName,
    number,
    isDefault: false,
  });
}

export interface Decision {
  id: string;
  passed: boolean;
  reason: string;
  wechatSubMerchant?: string;
  alipaySubMerchant?: string;
}

async function tellDecision(tx: Tx, { services }: Acting, submission: SubmissionRow): Promise<void> {
  const { state, tenantId, holderId, reason } = submission;
  await sendSystemMessage(tx, services.texts, {
    audience: isFranchisee(submission) ? { kind: 'user', userId: holderId } : { kind: 'tenant', tenantId },
    titleKey: `onboarding:message.${state}.title`,
    bodyKey: `onboarding:message.${state}.body`,
    params: { name: labelOf(submission), reason: reason ?? '' },
    level: state === 'rejected' ? 'warning' : 'notice',
    link: '/authentication',
  });
  await tellBusinessChanged(tx, submission);
}

export async function decide(tx: Tx, acting: Acting, decision: Decision): Promise<void> {
  const { session, clock } = acting;
  const { id, passed, reason, wechatSubMerchant: wechat, alipaySubMerchant: alipay } = decision;
  if (!passed && reason === '') throw invalidField('reason', 'onboarding:error.reasonNeeded');
  const known = await findSubmission(tx, platformScope, id);
  if (!known) throw missing();
  // The same order of locks as everywhere: the holder's papers first.
  await lockDraft(tx, known, session.userId, clock.now());
  const decided = await moveSubmission(
    tx,
    platformScope,
    id,
    'processing',
    {
      state: passed ? 'passed' : 'rejected',
      decidedAt: clock.now(),
      reason: reason || null,
    },
    (submission) => eq(submission.auditorId, session.userId),
  );
  if (!decided) throw conflict('onboarding:error.notYours');
  if (passed && (wechat || alipay)) {
    if (isFranchisee(decided)) throw invalid('onboarding:error.organisationOnly');
    await saveSubMerchants(tx, decided.tenantId, { wechat, alipay }, clock.now());
  }
  if (passed) await bindSettlementCard(tx, acting, decided);
  await audit(tx, acting, {
    action: passed ? 'onboarding.passSubmission' : 'onboarding.rejectSubmission',
    entity: 'businessSubmission',
    entityId: id,
    label: labelOf(decided),
    after: { reason: reason || undefined, wechatSubMerchant: wechat, alipaySubMerchant: alipay },
    tenantId: decided.tenantId,
  });
  await tellDecision(tx, acting, decided);
}

export const decideSubmission: Handler<Contract['decideSubmission']> = async (context, input) => {
  await context.db.transaction((tx) => decide(tx, context, input));
  return {};
};
