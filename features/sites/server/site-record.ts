import type { Language } from '#kit/kernel/language.ts';
import type { SiteRecord } from '../contract.ts';
import type { SiteRow } from './queries.ts';
import { regionLabel } from './site-rules.ts';

export function toSiteRecord(row: SiteRow, deviceCount: number, language: Language): SiteRecord {
  return {
    ...row,
    regionName: regionLabel(row.regionCode, language),
    ifEnable: row.enabled ? 1 : 0,
    equipmentNumber: deviceCount,
    createdAt: row.createdAt.toISOString(),
  };
}
