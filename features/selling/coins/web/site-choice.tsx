import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { sitesContract } from '#features/base/sites/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { useText } from '#kit/ui/i18n.ts';

/** The site in the top bar, the only one, or one to choose. */
export function SiteChoice({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (siteId: string) => void;
}) {
  const t = useText();
  const current = useCurrentSite();
  const { data = [] } = useCall(sitesContract.listUserSites, {});
  const proposed = current?.id ?? (data.length === 1 ? data[0]?.id : undefined);
  useEffect(() => {
    if (!value && proposed) onChange(proposed);
  }, [value, proposed, onChange]);
  return (
    <Select
      label={t('kit:thing.siteLabel')}
      placeholder={t('kit:ui.choose')}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => id && onChange(id)}
      allowDeselect={false}
      searchable={data.length > 10}
    />
  );
}
