import { countDevicesBySite } from '#features/devices/server/public.ts';
import type { Handler } from '#kit/server/context.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { sitesContract } from '../contract.ts';
import { countMatchingSites, selectSites } from './queries.ts';
import { toSiteRecord } from './site-record.ts';

export const listSites: Handler<typeof sitesContract.listSites> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const [page, deviceCounts] = await Promise.all([
    selectPage(
      input,
      (window) => selectSites(reader, scope, input, window),
      () => countMatchingSites(reader, scope, input),
    ),
    countDevicesBySite(reader, scope),
  ]);
  return {
    ...page,
    records: page.records.map((row) => toSiteRecord(row, deviceCounts.get(row.id) ?? 0, context.language)),
  };
};
