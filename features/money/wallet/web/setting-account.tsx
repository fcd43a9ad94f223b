import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { SettlementList } from './settlement-list.tsx';
import { WalletList } from './wallet-list.tsx';

/** Which wallet each site settles to, and the wallets there are. */
export default function SettingAccount() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'wallets' ? 'wallets' : 'sites';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => setQuery(next === 'wallets' ? { tab: 'wallets' } : {}, { replace: true })}
    >
      <Tabs.List mb="md" aria-label={t('wallet:screen.settlement')}>
        {['sites', 'wallets'].map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`wallet:settlement.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="sites">
        <SettlementList />
      </Tabs.Panel>
      <Tabs.Panel value="wallets">
        <WalletList />
      </Tabs.Panel>
    </Tabs>
  );
}
