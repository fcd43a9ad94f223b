import { businessCategoryName } from '#features/base/sites/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import { regionPath } from '#kit/kernel/regions.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { onboardingContract } from '../contract.ts';
import type { BusinessDetails, Photos } from '../fields.ts';
import { bankName } from '../rules/bank-rules.ts';
import { selectPhotos } from './photo-queries.ts';
import type { SubmissionRow } from './submission-queries.ts';

const regionText = (code: string | undefined, language: Language) =>
  (regionPath(code ?? '', language) ?? []).map(({ name }) => name).join(' ');

/** Business data as people see it: masked numbers, names beside codes. */
export async function toContent(
  reader: Reader,
  language: Language,
  tenantId: string,
  { details, photos }: { details: BusinessDetails; photos: Photos },
) {
  const { businessCategoryCode } = details;
  const found = await selectPhotos(reader, tenantId, Object.values(photos));
  return {
    kind: details.kind ?? null,
    idCardName: details.idCardName ?? '',
    idCardMasked: details.idCardMasked ?? '',
    contactPhone: details.contactPhone ?? '',
    contactEmail: details.contactEmail ?? '',
    regionCode: details.regionCode ?? '',
    regionName: regionText(details.regionCode, language),
    address: details.address ?? '',
    businessCategoryCode: businessCategoryCode ?? null,
    businessCategoryName:
      (businessCategoryCode !== undefined && businessCategoryName(businessCategoryCode, language)) || '',
    registeredName: details.registeredName ?? '',
    licenceNumber: details.licenceNumber ?? '',
    legalPerson: details.legalPerson ?? '',
    accountType: details.accountType ?? null,
    accountName: details.accountName ?? '',
    bankCode: details.bankCode ?? '',
    bankName: details.bankCode ? bankName(details.bankCode, language) : '',
    bankRegionCode: details.bankRegionCode ?? '',
    bankRegionName: regionText(details.bankRegionCode, language),
    branchName: details.branchName ?? '',
    cardMasked: details.cardMasked ?? '',
    photos: found,
  };
}

export const isFranchisee = ({ tenantId, holderId }: Pick<SubmissionRow, 'tenantId' | 'holderId'>) =>
  tenantId !== holderId;

function kindName(
  { services, language }: Pick<Context, 'services' | 'language'>,
  row: SubmissionRow,
): string {
  const { kind } = row.details;
  const name = kind ? services.texts.say(language, `onboarding:kind.${kind}`) : '';
  return isFranchisee(row)
    ? services.texts.say(language, 'onboarding:review.franchisee', { kind: name })
    : name;
}

/** As it stands in the queue. */
export const toSubmissionRecord = (
  context: Pick<Context, 'services' | 'language'>,
  row: SubmissionRow,
  tenantName: string,
): ResultOf<typeof onboardingContract.listSubmissions>['records'][number] => ({
  ...row,
  tenantName,
  franchisee: isFranchisee(row),
  kind: row.details.kind ?? null,
  kindName: kindName(context, row),
  idCardName: row.details.idCardName ?? '',
  registeredName: row.details.registeredName ?? '',
});
