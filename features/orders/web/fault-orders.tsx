import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type FaultState, faultStates, ordersContract } from '../contract.ts';
import { detailOf } from './order-columns.tsx';
import { Amount, MachineName, machineFilter, siteFilter } from './order-parts.tsx';

const { listFaults } = ordersContract;
type FaultOrder = OutputOf<typeof listFaults>['records'][number];

function Cause({ row }: { row: FaultOrder }) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {row.cause}
      </Text>
      <Text size="sm" c="dimmed">
        {row.note ?? row.advice}
      </Text>
    </Stack>
  );
}

function Counted({ row }: { row: FaultOrder }) {
  const t = useText();
  if (row.asked === null) return null;
  return row.counted === null
    ? t('orders:faultList.askedOnly', { asked: row.asked })
    : t('orders:faultList.countedOf', { asked: row.asked, counted: row.counted });
}

function StateSwitch({ value }: { value: FaultState }) {
  const t = useText();
  const [, setQuery] = useSearchParams();
  return (
    <SegmentedControl
      fullWidth
      size="md"
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
      { key: 'title', label: 'orders:field.title', primary: true },
      { key: 'cause', label: 'orders:field.cause', render: (row) => <Cause row={row} /> },
      {
        key: 'paidAmount',
        label: 'orders:field.amount',
        align: 'right',
        trailing: true,
        render: (row) => <Amount amount={row.paidAmount} unit={row.unit} />,
        exportAs: { kind: 'money' },
      },
      { key: 'counted', label: 'orders:field.counted', render: (row) => <Counted row={row} /> },
      {
        key: 'equipmentName',
        label: 'orders:field.machine',
        secondary: true,
        render: (row) => <MachineName order={row} />,
      },
      { key: 'fieldName', label: 'orders:field.site', hideOnPhone: true },
      { key: 'playerPhone', label: 'orders:field.phone', hideOnPhone: true },
      {
        key: 'createdAt',
        label: 'orders:field.createdAt',
        render: (row) => <Time value={row.createdAt} />,
        exportAs: { kind: 'instant' },
      },
    ],
    filters: [siteFilter, machineFilter()],
    search: 'orderNumber',
    searchHint: 'orders:online.search',
    rowTo: detailOf,
    empty: {
      title: `orders:faultList.empty.${faultState}`,
      hint: `orders:faultList.emptyHint.${faultState}`,
    },
    live: 'order.changed',
    export: true,
  });

/** /fault_order: what needs somebody, and what was done about it. Each leads to the order, where it is put right. */
export default function FaultOrders() {
  const [query] = useSearchParams();
  const faultState: FaultState = query.get('faultState') === 'resolved' ? 'resolved' : 'unsolved';
  const definition = useMemo(() => list(faultState), [faultState]);
  return <ListPage definition={definition} />;
}
