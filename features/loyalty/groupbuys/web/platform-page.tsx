import { Alert, Anchor, Group, Stack, Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage, optional } from '#kit/pages/list-page.tsx';
import { openTab, tabOf } from '#kit/ui/address-tab.ts';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { Platform } from '../contract/kinds.ts';
import type { AccountRecord } from '../contract/platforms.ts';
import { groupBuysContract } from '../contract.ts';
import { authoriseActions } from './authorise.ts';
import { demoShop, paths, storeAddress } from './paths.ts';
import { storeActions } from './store-actions.ts';

const { readPlatform, listAccounts, listStores, endAuthorisations, refreshStores } = groupBuysContract;

const tabs = ['stores', 'accounts'] as const;

const end: Action<AccountRecord[]> = {
  label: 'groupbuys:page.endAuthorisation',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ state }) => state !== 'ended'),
  call: callOf(endAuthorisations, (list: AccountRecord[]) => ({ ids: list.map(({ id }) => id) })),
  confirm: { title: 'groupbuys:page.endTitle', body: 'groupbuys:page.endBody' },
  success: 'groupbuys:page.ended',
};

const accountsOf = (platform: Platform) => {
  const renew = authoriseActions(platform)[0] as Action<undefined>;
  return defineList({
    id: 'accounts',
    endpoint: listAccounts,
    input: { platform },
    columns: [
      { key: 'name', phone: 'what' },
      'state',
      { key: 'expiresAt', phone: 'more' },
      ...deskOnly('reach', 'stores', 'authorisedAt', 'problem'),
      ...optional('accountNumber', 'userName'),
    ],
    search: 'name',
    facts: true,
    actions: authoriseActions(platform),
    rowActions: [
      {
        label: 'groupbuys:page.renew',
        icon: 'refresh',
        needs: groupBuysContract.beginAuthorisation,
        visible: ({ state }) => state !== 'active',
        run: () => renew.run?.(undefined),
      },
      forOne(end),
    ],
    bulkActions: [end],
    empty: { title: 'groupbuys:page.noAccount', hint: 'groupbuys:page.noAccountHint' },
    icon: 'link',
  });
};

const storesOf = (platform: Platform, isNew: boolean) =>
  defineList({
    id: 'stores',
    endpoint: listStores,
    input: { platform },
    columns: [
      { key: 'name', phone: 'what' },
      { key: 'fieldName', phone: 'more' },
      'bound',
      { key: 'verifiedToday', phone: 'amount' },
      ...deskOnly('incomeTodayFen', 'accountState'),
      ...optional('storeNumber', 'address', 'accountName', 'authorised', 'boundAt'),
    ],
    filters: ['bound', siteFilter()],
    search: 'name',
    rowTo: ({ id }) => storeAddress(platform, id),
    actions: [
      // before anything else there is to do
      ...(isNew ? authoriseActions(platform) : []),
      {
        label: 'groupbuys:page.refreshStores',
        icon: 'refresh',
        call: callOf(refreshStores, () => ({ platform })),
        success: 'groupbuys:page.refreshed',
      },
    ],
    rowActions: storeActions,
    empty: { title: 'groupbuys:page.noStore', hint: 'groupbuys:page.noStoreHint' },
    icon: 'building-store',
  });

/** /douyin and /meituan: which accounts may be served, their stores, and how it stands. */
export function PlatformPage({ platform }: { platform: Platform }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const open = tabOf(search, tabs);
  const accounts = useMemo(() => accountsOf(platform), [platform]);
  const isNew = useCall(readPlatform, { platform }).data?.accounts === 0;
  const stores = useMemo(() => storesOf(platform, isNew), [platform, isNew]);
  return (
    <Stack>
      <CameBack />
      <Loaded call={[readPlatform, { platform }]} skeleton="block">
        {(standing) => <Standing standing={standing} />}
      </Loaded>
      <Tabs
        value={open}
        keepMounted={false}
        onChange={(tab) => openTab({ pathname, search }, tabs, (tab ?? 'stores') as (typeof tabs)[number])}
      >
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`groupbuys:page.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="stores">
          <ListPage definition={stores} />
        </Tabs.Panel>
        <Tabs.Panel value="accounts">
          <ListPage definition={accounts} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

/** The platform led back here: how it went. */
function CameBack() {
  const t = useText();
  const [query] = useSearchParams();
  const how = query.get('authorised');
  if (how !== 'done' && how !== 'refused' && how !== 'over') return null;
  return (
    <Alert
      color={how === 'done' ? 'teal' : 'orange'}
      icon={<Icon name={how === 'done' ? 'circle-check' : 'alert-triangle'} />}
      role="status"
    >
      {t(`groupbuys:page.cameBack.${how}`)}
    </Alert>
  );
}

function Standing({ standing }: { standing: OutputOf<typeof readPlatform> }) {
  const t = useText();
  const { platform } = standing;
  const warnings = [
    !standing.configured && t('groupbuys:page.notConfigured'),
    standing.accountsToRenew > 0 && t('groupbuys:page.toRenew', { count: standing.accountsToRenew }),
    standing.unmappedDeals > 0 && t('groupbuys:page.unmapped', { count: standing.unmappedDeals }),
    standing.openDifferences > 0 && t('groupbuys:page.differences', { count: standing.openDifferences }),
  ].filter((warning) => warning !== false);
  return (
    <Stack gap="sm">
      {warnings.length > 0 && (
        <Alert color="orange" icon={<Icon name="alert-triangle" />}>
          {warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Alert>
      )}
      <Figures
        items={[
          { label: t('groupbuys:field.verifiedToday'), value: standing.verifiedToday },
          { label: t('groupbuys:field.incomeTodayFen'), value: <Money fen={standing.incomeTodayFen} /> },
          { label: t('groupbuys:page.waiting'), value: standing.waiting },
          { label: t('groupbuys:page.loss'), value: <Money fen={standing.lossFen} /> },
        ]}
      />
      <Group gap="lg">
        <Anchor component={Link} to={paths[platform].records}>
          {t('groupbuys:page.toRecords')}
        </Anchor>
        <Anchor component={Link} to={paths[platform].deals}>
          {t('groupbuys:page.toDeals', { count: standing.deals })}
        </Anchor>
        {standing.simulated && (
          <Anchor href={demoShop(platform)} target="_blank" rel="noopener">
            {t('groupbuys:page.demoShop')}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
