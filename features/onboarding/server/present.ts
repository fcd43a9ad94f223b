import { businessCategoryName } from '#features/sites/server/public.ts';
import type { Language } from '#kit/kernel/language.ts';
import { regionPath } from '#kit/kernel/regions.ts';
import type { Reader } from '#kit/server/database.ts';
import type { BusinessDetails, Photos } from '../tables.ts';
import { bankName } from './banks.ts';
import { selectPhotos } from './photo-queries.ts';
import type { SubmissionRow } from './submission-queries.ts';

const regionText = (code: string | undefined, language: Language) =>
  (regionPath(code ?? '', language) ?? []).map(({ name }) => name).join(' ');

/** Business data as people see it: masked numbers, names beside codes. */
export async function presentContent(
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
    photos: found.map(({ id, kind, createdAt }) => ({ id, kind, createdAt: createdAt.toISOString() })),
  };
}

export const presentSummary = (submission: SubmissionRow) => ({
  id: submission.id,
  createdAt: submission.createdAt.toISOString(),
  state: submission.state,
  userName: submission.userName,
  auditorName: submission.auditorName,
  takenAt: submission.takenAt?.toISOString() ?? null,
  decidedAt: submission.decidedAt?.toISOString() ?? null,
  reason: submission.reason,
});
