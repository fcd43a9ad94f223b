import { Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { sitesContract } from '#features/base/sites/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import styles from './devices.module.css';

export interface ChosenSite {
  id: string;
  name: string;
}

/** The page about one site: the one in the address, the one chosen in the top bar, the only one, or one to choose. */
export function WithSite({ children }: { children: (site: ChosenSite) => ReactNode }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const current = useCurrentSite();
  const { data, error, refetch } = useCall(sitesContract.countUserSiteDevices, {});
  const wanted = query.get('fieldId') ?? current?.id ?? (data?.length === 1 ? data[0]?.fieldId : undefined);
  const found = useMemo(() => data?.find((site) => site.fieldId === wanted), [data, wanted]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  if (found) return children({ id: found.fieldId, name: found.fieldName });
  if (data.length === 0) return <EmptyState title={t('fleet:site.none')} hint={t('fleet:site.noneHint')} />;
  return (
    <div className={styles.narrow}>
      <Text c="dimmed" mb="sm">
        {t('fleet:site.choose')}
      </Text>
      <ul className={styles.choices}>
        {data.map((site) => (
          <li key={site.fieldId}>
            <UnstyledButton
              className={styles.choice}
              onClick={() =>
                setQuery((before) => {
                  const next = new URLSearchParams(before);
                  next.set('fieldId', site.fieldId);
                  return next;
                })
              }
            >
              <span>
                <Text component="span" fw={600} display="block">
                  {site.fieldName}
                </Text>
                <Text component="span" size="sm" c="dimmed">
                  {t('fleet:site.devices', { count: site.equipmentNumber })}
                </Text>
              </span>
              <Icon name="chevron-right" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
