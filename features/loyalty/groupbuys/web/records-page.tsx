import { Anchor, Group, Stack, Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { ListPage } from '#kit/pages/list-page.tsx';
import { openTab, tabOf } from '#kit/ui/address-tab.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { Platform } from '../contract/kinds.ts';
import { daysOf, differencesOf } from './comparison-lists.ts';
import { paths } from './paths.ts';
import { recordsOf } from './record-list.tsx';

const tabs = ['records', 'differences', 'days'] as const;

/** /verificationDetail and /mtVerificationDetail: what was verified, and what the platform says of it. */
export function RecordsPage({ platform }: { platform: Platform }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const storeId = query.get('storeId') ?? undefined;
  const open = tabOf(search, tabs);
  const lists = useMemo(
    () => ({
      records: recordsOf(platform, storeId),
      differences: differencesOf(platform),
      days: daysOf(platform),
    }),
    [platform, storeId],
  );
  return (
    <Stack>
      <Group>
        <Anchor component={Link} to={paths[platform].home} size="sm">
          {t('groupbuys:page.toStores')}
        </Anchor>
        {storeId && (
          <Anchor component={Link} to={paths[platform].records} size="sm">
            {t('groupbuys:page.allStores')}
          </Anchor>
        )}
      </Group>
      <Tabs
        value={open}
        keepMounted={false}
        onChange={(tab) => openTab({ pathname, search }, tabs, (tab ?? 'records') as (typeof tabs)[number])}
      >
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`groupbuys:page.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="records">
          <ListPage definition={lists.records} />
        </Tabs.Panel>
        <Tabs.Panel value="differences">
          <ListPage definition={lists.differences} />
        </Tabs.Panel>
        <Tabs.Panel value="days">
          <ListPage definition={lists.days} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
