import { Stack, Tabs, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { coinsContract } from '../contract.ts';
import { CashHolders } from './cash-holders.tsx';
import { HolderTakings } from './holder-takings.tsx';

const handovers = defineList({
  endpoint: coinsContract.listHandovers,
  texts: 'coins:cashier',
  columns: [
    'userName',
    { key: 'cashierName', phone: 'more' },
    { key: 'takings', phone: false },
    'expectedFen',
    { key: 'countedFen', phone: 'amount' },
    {
      key: 'differenceFen',
      phone: 'state',
      render: (row) => (
        <Text component="span" c={row.differenceFen < 0 ? 'var(--mantine-color-error)' : undefined}>
          <Money fen={row.differenceFen} signed />
        </Text>
      ),
    },
    { key: 'remark', label: 'coins:field.remark' },
    'createdAt',
  ],
  filters: ['from'],
  empty: { title: 'coins:cashier.noHandovers', hint: 'coins:cashier.noHandoversHint' },
});

/** /cashier_accounting: cash in people's hands, and what was handed over. */
export default function Cashier() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const userId = query.get('userId');
  if (userId) return <HolderTakings userId={userId} />;
  const tab = query.get('tab') === 'handovers' ? 'handovers' : 'holders';
  return (
    <Stack>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(key) => setQuery(key === 'handovers' ? { tab: key } : {}, { replace: true })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="holders">{t('coins:cashier.holders')}</Tabs.Tab>
          <Tabs.Tab value="handovers">{t('coins:cashier.handovers')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="holders">
          <CashHolders />
        </Tabs.Panel>
        <Tabs.Panel value="handovers">
          <ListPage definition={handovers} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
