import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type FaultState, faultStates, ordersContract } from '../contract.ts';
import { detailOf } from './order-columns.ts';

const { listFaults } = ordersContract;

function StateSwitch({ value }: { value: FaultState }) {
  const t = useText();
  const [, setQuery] = useSearchParams();
  return (
    <SegmentedControl
      fullWidth
      value={value}
      aria-label={t('orders:field.state')}
      onChange={(next) => setQuery(next === 'resolved' ? { faultState: next } : {}, { replace: true })}
      data={faultStates.map((state) => ({ value: state, label: t(`orders:faultStateName.${state}`) }))}
    />
  );
}

const list = (faultState: FaultState) =>
  defineList({
    endpoint: listFaults,
    input: { faultState },
    header: <StateSwitch value={faultState} />,
    columns: [
      'title',
      { key: 'cause', phone: 'more' },
      'help',
      { key: 'paidAmount', label: 'orders:field.totalAmount' },
      { key: 'pieces', phone: 'more' },
      'equipmentName',
      'fieldName',
      'playerPhone',
      'createdAt',
    ],
    filters: [siteFilter(), machineFilter()],
    search: 'orderNumber',
    searchHint: 'orders:online.search',
    rowTo: detailOf,
    empty: {
      title: `orders:faultList.empty.${faultState}`,
      hint: `orders:faultList.emptyHint.${faultState}`,
    },
  });

/** /fault_order: what needs somebody, and what was done about it. Each leads to the order, where it is put right. */
export default function FaultOrders() {
  const [query] = useSearchParams();
  const faultState: FaultState = query.get('faultState') === 'resolved' ? 'resolved' : 'unsolved';
  const definition = useMemo(() => list(faultState), [faultState]);
  return <ListPage definition={definition} />;
}
