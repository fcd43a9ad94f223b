import type { FieldIssue } from '#kit/kernel/errors.ts';
import { isCorporateAccount } from '../checks.ts';
import {
  type AccountType,
  type BusinessDetails,
  type BusinessField,
  neededFields,
  neededPhotos,
  type Photos,
} from '../fields.ts';
import { isValidCard } from './bank-rules.ts';

/** The key of what is wrong with an account number, if anything is. */
export function accountProblem(type: AccountType, number: string): string | undefined {
  if (type === 'corporate') return isCorporateAccount(number) ? undefined : 'onboarding:error.accountNumber';
  return isValidCard(number) ? undefined : 'onboarding:error.cardNumber';
}

export interface OpenedContent {
  details: BusinessDetails;
  photos: Photos;
  idCardNumber: string | undefined;
  cardNumber: string | undefined;
}

const licenceFields = ['registeredName', 'licenceNumber', 'legalPerson'] as const;

/** What was typed for another kind of subject before the person thought better of it is not handed in. */
export function relevant<C extends { details: BusinessDetails; photos: Photos }>(content: C): C {
  const { kind } = content.details;
  if (!kind) return content;
  const details = { ...content.details };
  if (kind === 'person') for (const name of licenceFields) delete details[name];
  const photos = Object.fromEntries(
    Object.entries(content.photos).filter(([photo]) => neededPhotos[kind].some((needed) => needed === photo)),
  );
  return { ...content, details, photos };
}

const missingIssue = (path: string): FieldIssue => ({ path, key: 'kit:validation.required' });

/** The holder of the account must be who is audited: a person's card in the person's name, a company's in the company's. */
function accountIssues({ details, cardNumber }: OpenedContent): FieldIssue[] {
  const { accountType = 'private', accountName, idCardName, registeredName, kind } = details;
  const issues: FieldIssue[] = [];
  if (accountType === 'corporate' && kind === 'person')
    issues.push({ path: 'accountType', key: 'onboarding:error.personalAccountOnly' });
  const expected = accountType === 'corporate' ? registeredName : idCardName;
  if (accountName && expected && accountName !== expected)
    issues.push({ path: 'accountName', key: `onboarding:error.accountName.${accountType}` });
  const problem = cardNumber && accountProblem(accountType, cardNumber);
  if (problem) issues.push({ path: 'cardNumber', key: problem });
  return issues;
}

/** Everything that is wrong with the whole, field by field; empty when it can be handed in. */
export function submissionIssues(content: OpenedContent): FieldIssue[] {
  const { details, photos } = content;
  if (!details.kind) return [missingIssue('kind')];
  const values: Partial<Record<BusinessField, unknown>> = {
    ...details,
    idCardNumber: content.idCardNumber,
    cardNumber: content.cardNumber,
  };
  const issues = [
    ...neededFields[details.kind].filter((name) => values[name] === undefined).map(missingIssue),
    ...neededPhotos[details.kind]
      .filter((kind) => !photos[kind])
      .map((kind) => missingIssue(`photos.${kind}`)),
    ...accountIssues(content),
  ];
  if (details.kind !== 'person' && details.legalPerson && details.legalPerson !== details.idCardName)
    issues.push({ path: 'legalPerson', key: 'onboarding:error.legalPerson' });
  return issues;
}
