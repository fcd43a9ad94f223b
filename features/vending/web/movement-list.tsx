import '#kit/ui/all-styles.ts';
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { machineFilter } from '#features/devices/web/public.ts';
import { siteFilter } from '#features/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { stockedDeviceTypes } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { templateSource } from './template-source.ts';

const list = defineList({
  endpoint: vendingContract.listMovements,
  texts: 'vending',
  columns: [
    { key: 'createdAt', label: 'vending:field.time' },
    'kind',
    { key: 'templateName', label: 'vending:field.product', phone: 'what' },
    'fieldName',
    'equipmentName',
    { key: 'lane', phone: false },
    { key: 'amount', phone: 'amount' },
    { key: 'missing', optional: true },
    { key: 'stockBefore', optional: true },
    { key: 'stockAfter', phone: false },
    { key: 'costFen', label: 'vending:field.costPrice', optional: true },
    { key: 'userName', label: 'vending:field.user', phone: false },
    { key: 'note', optional: true },
  ],
  filters: [
    'kind',
    { name: 'from', label: 'vending:field.time' },
    siteFilter(),
    { kind: 'reference', name: 'templateId', label: 'vending:field.product', source: templateSource },
    machineFilter(undefined, ...stockedDeviceTypes),
  ],
  search: 'userName',
  searchHint: 'vending:record.search',
  empty: { title: 'vending:record.emptyTitle', hint: 'vending:record.emptyHint' },
  icon: 'clipboard-list',
});

/** What people did; everything that moved on request. */
export default function MovementList() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const all = query.get('all') === '1';
  const definition = useMemo(
    () => ({
      ...list,
      ...(all ? {} : { input: { by: 'staff' as const } }),
      header: (
        <SegmentedControl
          aria-label={t('vending:field.kind')}
          value={all ? 'all' : 'staff'}
          onChange={(value) => setQuery(value === 'all' ? { all: '1' } : {}, { replace: true })}
          data={[
            { value: 'staff', label: t('vending:record.byStaff') },
            { value: 'all', label: t('vending:record.all') },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      ),
    }),
    [all, setQuery, t],
  );
  return <ListPage definition={definition} />;
}
