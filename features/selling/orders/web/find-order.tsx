import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { ordersContract } from '../contract.ts';
import { orderColumns } from './order-columns.ts';
import { searchInput } from './order-search.ts';
import { SearchBox } from './search-box.tsx';

function Hint() {
  const t = useText();
  return (
    <>
      <Text c="dimmed">{t('orders:list.choose')}</Text>
      <SearchBox hint="orders:list.search" />
    </>
  );
}

/** The latest orders to choose from, or those of a number or phone. */
export function FindOrder({ to }: { to: (orderNumber: string) => string }) {
  const [query] = useSearchParams();
  const typed = query.get('q') ?? '';
  const definition = useMemo(
    () =>
      defineList({
        endpoint: ordersContract.listOrders,
        input: searchInput(typed),
        columns: orderColumns,
        header: <Hint />,
        rowTo: ({ orderNumber }) => to(orderNumber),
        empty: { title: 'orders:list.empty', hint: 'orders:list.emptyHint' },
        // a step on the way to one order: the order center is the list to take along
        export: false,
      }),
    [typed, to],
  );
  return <ListPage definition={definition} />;
}
