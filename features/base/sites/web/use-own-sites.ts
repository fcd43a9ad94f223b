import { useEffect } from 'react';
import { useCall } from '#kit/ui/api.ts';
import { chooseSite, useCurrentSite } from '#kit/ui/current-site.ts';
import { useSession } from '#kit/ui/session.ts';
import { sitesContract } from '../contract.ts';

/** The sites the person works with, and which of them is chosen. A choice that is gone, or renamed, is put right. */
export function useOwnSites() {
  const user = useSession();
  const current = useCurrentSite();
  const query = useCall(sitesContract.countUserSiteDevices, {}, { enabled: user?.realm === 'merchant' });
  const found = query.data?.find((site) => site.fieldId === current?.id);
  useEffect(() => {
    if (!query.data || !current) return;
    if (!found) chooseSite(undefined);
    else if (found.fieldName !== current.name) chooseSite({ id: found.fieldId, name: found.fieldName });
  }, [query.data, current, found]);
  return { ...query, sites: query.data ?? [], current: found };
}
