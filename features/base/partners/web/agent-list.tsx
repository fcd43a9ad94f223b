import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { AgentMerchants } from './agent-merchants.tsx';
import { AgentTree } from './agent-tree.tsx';

export default function AgentList() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'merchants' ? 'merchants' : 'agents';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => setQuery(next === 'merchants' ? { tab: 'merchants' } : {}, { replace: true })}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="agents">{t('partners:page.agent.agents')}</Tabs.Tab>
        <Tabs.Tab value="merchants">{t('partners:page.agent.merchants')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="agents">
        <AgentTree />
      </Tabs.Panel>
      <Tabs.Panel value="merchants">
        <AgentMerchants />
      </Tabs.Panel>
    </Tabs>
  );
}
