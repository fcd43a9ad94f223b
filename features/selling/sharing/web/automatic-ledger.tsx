import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { DebtList } from './debt-list.tsx';
import { FailureList } from './failure-list.tsx';
import { RuleList } from './rule-list.tsx';
import { RunList } from './run-list.tsx';

const tabs = { rules: RuleList, runs: RunList, failures: FailureList, debts: DebtList };
type TabName = keyof typeof tabs;
const isTab = (name: string): name is TabName => Object.hasOwn(tabs, name);

/** What is shared when, what was shared, what went wrong, and what people owe back. */
export default function AutomaticLedger() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('tab') ?? 'rules';
  const tab = isTab(wanted) ? wanted : 'rules';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => setQuery(next === 'rules' || !next ? {} : { tab: next }, { replace: true })}
    >
      <Tabs.List mb="md" aria-label={t('sharing:automatic.tabs')}>
        {Object.keys(tabs).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`sharing:automatic.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(tabs).map(([name, Content]) => (
        <Tabs.Panel key={name} value={name}>
          <Content />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
