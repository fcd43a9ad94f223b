import { sendSystemMessage } from '#features/content/server/public.ts';
import { AppError, conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, platformTopic, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { maskDigits, openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import type { onboardingContract } from '../contract.ts';
import type { BusinessFields } from '../fields.ts';
import type { BusinessDetails } from '../tables.ts';
import type { Acting } from './actor.ts';
import { codeProblems, type OpenedContent, relevant, submissionIssues } from './business-rules.ts';
import { maskCard } from './cards.ts';
import { assertEditable } from './editable.ts';
import { type Holder, ownHolder } from './holder.ts';
import {
  type Content,
  findDraft,
  findLatest,
  findSubmission,
  insertSubmission,
  lockDraft,
  moveSubmission,
  stateOf,
  updateDraft,
} from './submission-queries.ts';

type Contract = typeof onboardingContract;
export type BusinessInput = Partial<BusinessFields> & { clear?: readonly (keyof BusinessDetails)[] };

/** The same for a draft and what is handed in of it, so that it can be copied as it is. */
const purposeOf = (holder: Holder, field: 'idCard' | 'card') =>
  `business data ${holder.tenantId} ${holder.holderId} ${field}`;

export function openNumber(
  services: Services,
  holder: Holder,
  field: 'idCard' | 'card',
  content: Pick<Content, 'idCardSealed' | 'cardSealed'>,
): string | undefined {
  const sealed = field === 'idCard' ? content.idCardSealed : content.cardSealed;
  return sealed === null ? undefined : openText(services.secrets, sealed, purposeOf(holder, field));
}

function merge(services: Services, holder: Holder, draft: Content, input: BusinessInput): Content {
  const { idCardNumber, cardNumber, clear = [], ...plain } = input;
  const details: BusinessDetails = { ...draft.details, ...plain };
  for (const name of clear) delete details[name];
  const content: Content = { ...draft, details };
  if (idCardNumber !== undefined) {
    details.idCardMasked = maskDigits(idCardNumber, 3, 4);
    const upper = idCardNumber.toUpperCase();
    content.idCardSealed = sealText(services.secrets, upper, purposeOf(holder, 'idCard'));
  }
  if (cardNumber !== undefined) {
    details.cardMasked = maskCard(cardNumber);
    content.cardSealed = sealText(services.secrets, cardNumber, purposeOf(holder, 'card'));
  }
  return content;
}

const opened = (services: Services, holder: Holder, content: Content): OpenedContent => ({
  details: content.details,
  photos: content.photos,
  idCardNumber: openNumber(services, holder, 'idCard', content),
  cardNumber: openNumber(services, holder, 'card', content),
});

export const tellBusinessChanged = (tx: Tx, holder: Holder) =>
  emitAll(
    tx,
    [tenantTopic(holder.tenantId), platformTopic].map((topic) => ({
      topic,
      event: 'business.changed',
      data: { tenantId: holder.tenantId },
    })),
  );

/** Saves some fields. The caller is told of what can not be true at once, of what is missing when it hands in. */
export async function saveDraft(
  tx: Tx,
  acting: Acting,
  holder: Holder,
  input: BusinessInput,
): Promise<Content> {
  const { services, session, clock } = acting;
  const problems = codeProblems(input);
  if (problems[0]) throw new AppError(problems[0].key, 'invalid', {}, problems);
  const draft = await lockDraft(tx, holder, session.userId, clock.now());
  await assertEditable(tx, holder);
  const content = merge(services, holder, draft, input);
  const changed = JSON.stringify(content.details) !== JSON.stringify(draft.details);
  if (changed || content.idCardSealed !== draft.idCardSealed || content.cardSealed !== draft.cardSealed) {
    await updateDraft(tx, holder, content, { userId: session.userId, now: clock.now() });
    await audit(tx, acting, {
      action: 'onboarding.saveBusinessData',
      entity: 'businessData',
      entityId: holder.holderId,
      label: content.details.registeredName ?? content.details.idCardName ?? '',
      before: { ...draft.details },
      after: { ...content.details },
    });
    await tellBusinessChanged(tx, holder);
  }
  return content;
}

/** Hands the draft in for the audit; the caller has just saved it and so holds its lock. */
export async function submitDraft(tx: Tx, acting: Acting, holder: Holder, draft: Content): Promise<string> {
  const { services, session, clock } = acting;
  const content = relevant(draft);
  const issues = submissionIssues(opened(services, holder, content));
  if (issues.length > 0) throw new AppError('onboarding:error.incomplete', 'invalid', {}, issues);
  const id = newId();
  const { details, photos, idCardSealed, cardSealed } = content;
  await insertSubmission(tx, holder, {
    id,
    createdAt: clock.now(),
    details,
    photos,
    idCardSealed,
    cardSealed,
    userId: session.userId,
    userName: session.name,
  });
  const label = details.registeredName ?? details.idCardName ?? '';
  await audit(tx, acting, {
    action: 'onboarding.submitBusinessData',
    entity: 'businessSubmission',
    entityId: id,
    label,
  });
  await sendSystemMessage(tx, services.texts, {
    audience: { kind: 'realm', realm: 'platform' },
    titleKey: 'onboarding:message.submitted.title',
    bodyKey: 'onboarding:message.submitted.body',
    params: { name: label },
    level: 'info',
    link: `/business_audit_detail?id=${id}`,
  });
  await tellBusinessChanged(tx, holder);
  return id;
}

export const saveBusinessData: Handler<Contract['saveBusinessData']> = async (context, input) => {
  const { db, session } = context;
  const holder = ownHolder(session);
  const { submit, ...fields } = input;
  return db.transaction(async (tx) => {
    const content = await saveDraft(tx, context, holder, fields);
    if (submit) return { id: await submitDraft(tx, context, holder, content), state: 'untreated' as const };
    const latest = await findLatest(tx, holder);
    return { id: latest?.id ?? null, state: stateOf(await findDraft(tx, holder), latest) };
  });
};

export const recallBusinessData: Handler<Contract['recallBusinessData']> = async (context, { ids }) => {
  const { db, session } = context;
  const holder = ownHolder(session);
  await db.transaction(async (tx) => {
    for (const id of new Set(ids)) {
      const scope = tenantScope(holder.tenantId);
      const known = await findSubmission(tx, scope, id);
      if (!known || known.holderId !== holder.holderId) throw missing();
      const recalled = await moveSubmission(tx, scope, id, 'untreated', { state: 'recalled' });
      if (!recalled) throw conflict('onboarding:error.notRecallable');
      await audit(tx, context, {
        action: 'onboarding.recallBusinessData',
        entity: 'businessSubmission',
        entityId: id,
        label: known.details.registeredName ?? known.details.idCardName ?? '',
      });
    }
    await tellBusinessChanged(tx, holder);
  });
  return {};
};
