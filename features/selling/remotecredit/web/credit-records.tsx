import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { remotecreditContract } from '../contract.ts';
import { CreditList } from './credit-list.tsx';
import { LimitList } from './limit-list.tsx';
import { LinkList } from './link-list.tsx';

/** Who credited what, the links that were made, and how much each job role may give. */
export default function CreditRecords() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const mayLimit = useCan(remotecreditContract.listLimits);
  const tabs = ['list', 'links', ...(mayLimit ? ['limits'] : [])];
  const wanted = query.get('tab') ?? 'list';
  const tab = tabs.includes(wanted) ? wanted : 'list';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => setQuery(next === 'list' || !next ? {} : { tab: next }, { replace: true })}
    >
      <Tabs.List mb="md" aria-label={t('remotecredit:records.tabs')}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`remotecredit:records.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="list">
        <CreditList />
      </Tabs.Panel>
      <Tabs.Panel value="links">
        <LinkList />
      </Tabs.Panel>
      {mayLimit && (
        <Tabs.Panel value="limits">
          <LimitList />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
