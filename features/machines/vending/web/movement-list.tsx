import '#kit/ui/all-styles.ts';
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { stockedDeviceTypes } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { templateSource } from './template-source.ts';
import { visitList } from './visit-list.tsx';

const list = defineList({
  endpoint: vendingContract.listMovements,
  columns: [
    { key: 'createdAt', label: 'vending:field.time' },
    'kind',
    { key: 'templateName', label: 'vending:field.product', phone: 'what' },
    'fieldName',
    'equipmentName',
    { key: 'lane', phone: false },
    { key: 'amount', phone: 'amount' },
    ...optional('missing', 'stockBefore'),
    { key: 'stockAfter', phone: false },
    { key: 'costFen', label: 'vending:field.costPrice', optional: true },
    { key: 'userName', label: 'vending:field.user', phone: false },
    ...optional('reason', 'expiryDate', 'note'),
  ],
  filters: [
    'kind',
    'by',
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

/** Visits of staff, one a line; every movement of every lane on request. */
export default function MovementList() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const all = query.get('all') === '1';
  const header = useMemo(
    () => (
      <SegmentedControl
        aria-label={t('vending:field.kind')}
        value={all ? 'all' : 'visits'}
        onChange={(value) => setQuery(value === 'all' ? { all: '1' } : {}, { replace: true })}
        data={[
          { value: 'visits', label: t('vending:record.visits') },
          { value: 'all', label: t('vending:record.all') },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
    ),
    [all, setQuery, t],
  );
  const visits = useMemo(() => ({ ...visitList, header }), [header]);
  const movements = useMemo(() => ({ ...list, header }), [header]);
  return all ? <ListPage key="all" definition={movements} /> : <ListPage key="visits" definition={visits} />;
}
