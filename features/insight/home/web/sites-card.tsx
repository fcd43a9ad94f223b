import { Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { sitesContract } from '#features/base/sites/contract.ts';
import { SitePlays } from '#features/machines/fleet/web/public.ts';
import { useCall } from '#kit/ui/api.ts';
import { chooseSite, useCurrentSite } from '#kit/ui/current-site.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import styles from './home.module.css';

const shownAtMost = 6;
const cardPx = 330;

/** The reader's sites with their state and devices; a tap makes one the current site. */
export function SitesCard() {
  const t = useText();
  const current = useCurrentSite();
  const maySeeAll = useCan(sitesContract.listSites);
  const sites = useCall(sitesContract.countUserSiteDevices, {});
  if (!sites.data) return <Skeleton height={cardPx} radius={14} />;
  if (sites.data.length === 0) return null;
  const toggle = (id: string, name: string) => chooseSite(current?.id === id ? undefined : { id, name });
  return (
    <section className={styles.card}>
      <Group justify="space-between">
        <Heading size="h4">{t('home:sites.title')}</Heading>
        {maySeeAll && (
          <Link to="/tfaddress" className={styles.more}>
            {t('home:sites.all', { count: sites.data.length })}
          </Link>
        )}
      </Group>
      <div className={styles.sites}>
        {sites.data.slice(0, shownAtMost).map((site) => (
          <UnstyledButton
            key={site.fieldId}
            className={styles.site}
            aria-pressed={current?.id === site.fieldId}
            onClick={() => toggle(site.fieldId, site.fieldName)}
          >
            <Text fw={600} truncate>
              {site.fieldName}
            </Text>
            <Group gap={4} justify="space-between">
              <FieldView of={sitesContract.countUserSiteDevices} data={site} path="ifEnable" />
              <Hint>{t('home:sites.devices', { count: site.equipmentNumber })}</Hint>
            </Group>
            <SitePlays fieldId={site.fieldId} />
          </UnstyledButton>
        ))}
      </div>
    </section>
  );
}
