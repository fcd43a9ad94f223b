import { tenantName } from '#features/base/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { auditCalls } from '../contract/audit.ts';
import { decide, release, takeForAudit } from './audit-submission.ts';
import { findCollecting } from './channel-queries.ts';
import { countByState, findSubmission, pageSubmissions, selectHistory } from './submission-queries.ts';
import { toContent, toSubmissionRecord } from './submission-records.ts';

export const submissionHandlers: Handlers<typeof auditCalls> = {
  async listSubmissions(context, input) {
    const page = await pageSubmissions(context.db.read, input);
    return mapPage(page, ({ business_submission: row, organisation }) =>
      toSubmissionRecord(context, row, organisation.name),
    );
  },

  async countSubmissions({ db }) {
    const counts = await countByState(db.read);
    return { untreated: counts.get('untreated') ?? 0, processing: counts.get('processing') ?? 0 };
  },

  async readSubmission(context, { id }) {
    const { db, language } = context;
    const submission = await findSubmission(db.read, platformScope, id);
    if (!submission) throw missing();
    const { tenantId } = submission;
    const [name, history, collecting, content] = await Promise.all([
      tenantName(db.read, tenantId),
      selectHistory(db.read, submission, { recalled: true }),
      findCollecting(db.read, tenantId),
      toContent(db.read, language, tenantId, submission),
    ]);
    return {
      ...toSubmissionRecord(context, submission, name ?? ''),
      ...content,
      history: history.filter((other) => other.id !== id),
      wechatSubMerchant: collecting?.wechatSubMerchant ?? null,
      alipaySubMerchant: collecting?.alipaySubMerchant ?? null,
    };
  },

  async takeSubmission(context, { id }) {
    await context.db.transaction((tx) => takeForAudit(tx, context, id));
  },

  async releaseSubmission(context, { id }) {
    await context.db.transaction((tx) => release(tx, context, id));
  },

  async decideSubmission(context, input) {
    await context.db.transaction((tx) => decide(tx, context, input));
  },
};
