import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskDigits, openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import type { BusinessDetails, BusinessFields } from '../fields.ts';
import { type OpenedContent, relevant, submissionIssues } from '../rules/business-rules.ts';
import type { Acting } from './actor.ts';
import { assertEditable } from './assert-editable.ts';
import { codeProblems } from './check-codes.ts';
import type { Holder } from './holder.ts';
import { maskCard } from './store-card.ts';
import { type Content, insertSubmission, lockDraft, updateDraft } from './submission-queries.ts';
import { tellBusinessChanged } from './tell-changes.ts';

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
