import { businessCategoryName } from '#features/base/sites/server/public.ts';
import type { FieldIssue } from '#kit/kernel/errors.ts';
import { isRegionCode } from '#kit/kernel/regions.ts';
import type { BusinessField, BusinessFields } from '../fields.ts';
import { isBank } from '../rules/bank-rules.ts';

/** Codes must stand for something; said when they are saved, not only when all is handed in. */
export function codeProblems(input: Partial<BusinessFields>): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const check = (path: BusinessField, ok: boolean, key: string) => {
    if (!ok) issues.push({ path, key });
  };
  const { regionCode, bankRegionCode, bankCode, businessCategoryCode } = input;
  if (regionCode) check('regionCode', isRegionCode(regionCode), 'kit:validation.region');
  if (bankRegionCode) check('bankRegionCode', isRegionCode(bankRegionCode), 'kit:validation.region');
  if (bankCode) check('bankCode', isBank(bankCode), 'onboarding:error.unknownBank');
  if (businessCategoryCode !== undefined)
    check(
      'businessCategoryCode',
      businessCategoryName(businessCategoryCode, 'zh-cn') !== undefined,
      'onboarding:error.unknownCategory',
    );
  return issues;
}
