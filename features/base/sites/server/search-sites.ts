import { registerSearch } from '#features/base/lists/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import { mayUse } from '#kit/server/session.ts';
import { sitesContract } from '../contract.ts';
import { siteHandlers } from './site-handlers.ts';

/** By name or address; who may only look finds it in the list. */
export const searchSites = (services: Services): void =>
  registerSearch(services, {
    kind: 'site',
    endpoint: sitesContract.listSites,
    handler: siteHandlers.listSites,
    input: (text) => ({ name: text }),
    hits: ({ records }, _text, { session }) =>
      records.map(({ id, name, address }) => ({
        id,
        title: name,
        note: address,
        path: mayUse(session, sitesContract.updateSite.access)
          ? `/edittfaddress?id=${id}`
          : `/tfaddress?name=${encodeURIComponent(name)}`,
        exact: false,
      })),
  });
