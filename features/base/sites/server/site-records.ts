import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { sitesContract } from '../contract.ts';
import { regionLabel } from '../rules/site-rules.ts';
import type { SiteRow } from './site-queries.ts';

/** 1 open, 0 closed. */
export const wireState = ({ enabled }: Pick<SiteRow, 'enabled'>) => (enabled ? 1 : 0);

export const toSiteRecord = (
  row: SiteRow,
  deviceCount: number,
  language: Language,
): ResultOf<typeof sitesContract.readSite> => {
  const regionName = regionLabel(row.regionCode, language);
  return {
    ...row,
    regionName,
    fullAddress: `${regionName} ${row.address}`,
    ifEnable: wireState(row),
    equipmentNumber: deviceCount,
  };
};
