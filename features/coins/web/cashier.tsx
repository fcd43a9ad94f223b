import { Stack, Tabs, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { coinsContract } from '../contract.ts';
import { CashHolders } from './cash-holders.tsx';
import { HolderTakings } from './holder-takings.tsx';
import { dayFilter } from './machine.tsx';

const handovers = defineList({
  endpoint: coinsContract.listHandovers,
  columns: [
    { key: 'userName', label: 'coins:cashier.from', primary: true },
    { key: 'cashierName', label: 'coins:cashier.to', secondary: true },
    { key: 'takings', label: 'coins:cashier.takings', align: 'right', hideOnPhone: true },
    {
      key: 'expectedFen',
      label: 'coins:cashier.expected',
      align: 'right',
      render: (row) => <Money fen={row.expectedFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'countedFen',
      label: 'coins:cashier.counted',
      align: 'right',
      render: (row) => <Money fen={row.countedFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'differenceFen',
      label: 'coins:cashier.difference',
      align: 'right',
      trailing: true,
      render: (row) => (
        <Text component="span" c={row.differenceFen < 0 ? 'var(--mantine-color-error)' : undefined}>
          <Money fen={row.differenceFen} signed />
        </Text>
      ),
      exportAs: { kind: 'money' },
    },
    { key: 'remark', label: 'coins:field.remark' },
    {
      key: 'createdAt',
      label: 'coins:field.createdAt',
      sortable: true,
      render: (row) => <Time value={row.createdAt} />,
      exportAs: { kind: 'instant' },
    },
  ],
  filters: [dayFilter],
  empty: { title: 'coins:cashier.noHandovers', hint: 'coins:cashier.noHandoversHint' },
  live: 'cashier.changed',
  export: true,
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
          <Tabs.Tab value="holders" mih={44}>
            {t('coins:cashier.holders')}
          </Tabs.Tab>
          <Tabs.Tab value="handovers" mih={44}>
            {t('coins:cashier.handovers')}
          </Tabs.Tab>
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
