import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { RowFacts } from '#kit/pages/list-cell.tsx';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import type { ColumnSpec } from '#kit/pages/list-specs.ts';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import type { Grouping } from '../contract/shared.ts';
import { reportsContract } from '../contract.ts';
import type { Days } from '../rules/period-rules.ts';
import { entriesOf } from './report-filters.ts';
import { daysOf } from './row-days.ts';

const { listFigures, readSummary } = reportsContract;
type Row = OutputOf<typeof listFigures>['records'][number];

const naming: Record<Grouping, readonly ColumnSpec<Row>[]> = {
  merchant: [{ key: 'merchantName', phone: 'what' }],
  site: ['fieldName'],
  device: ['equipmentName', { key: 'fieldName', phone: 'more' }],
  type: [{ key: 'type', phone: 'what' }],
  day: [{ key: 'period', label: 'reports:by.day', phone: 'what' }],
  month: [{ key: 'period', label: 'reports:by.month', phone: 'what' }],
};

const figures: readonly ColumnSpec<Row>[] = [
  { key: 'incomeFen', phone: 'amount' },
  { key: 'refundFen', phone: false },
  { key: 'netFen', phone: false },
  { key: 'sharesFen', phone: false },
  { key: 'giftCostFen', phone: false },
  { key: 'marginFen', phone: false },
  { key: 'marginRatio', optional: true, phone: false },
  { key: 'perMachineDayFen', phone: false },
  { key: 'plays', phone: false },
  { key: 'wins', optional: true, phone: false },
  { key: 'coinsIn', optional: true, phone: false },
  { key: 'coinsOut', optional: true, phone: false },
  { key: 'orders', optional: true, phone: false },
  { key: 'grossFen', optional: true, phone: false },
  { key: 'feeFen', optional: true, phone: false },
  { key: 'machineDays', optional: true, phone: false },
];

const change: readonly ColumnSpec<Row>[] = [
  { key: 'changeFen', phone: false },
  { key: 'beforeFen', optional: true, phone: false },
];

/** Rows of figures; each leads to the orders behind it. */
export function FigureRows({
  by,
  input,
  days,
}: {
  by: Grouping;
  input: InputOf<typeof readSummary>;
  days: Days;
}) {
  const phone = usePhone();
  const asked = JSON.stringify(input);
  const definition = useMemo(() => {
    const filters = JSON.parse(asked) as typeof input;
    const isPlace = by === 'merchant' || by === 'site' || by === 'device' || by === 'type';
    const behind = (row: Row) =>
      entriesOf(daysOf(row, days), {
        fieldId: by === 'site' ? row.fieldId : filters.fieldId,
        equipmentId: by === 'device' ? row.equipmentId : filters.equipmentId,
        type: by === 'type' ? row.type : filters.type,
      });
    const list = defineList({
      id: 'rows',
      endpoint: listFigures,
      texts: 'reports',
      input: { ...filters, by },
      columns: [...naming[by], ...figures, ...(isPlace ? change : [])],
      empty: { title: 'reports:page.nothing' },
    });
    // the orders of one merchant are no list of their own
    if (!phone) return by === 'merchant' ? list : { ...list, rowTo: behind };
    // two lines have no room for the figures: the row opens to them, and they lead on
    const rowDetail = (row: Row) => (
      <>
        <RowFacts columns={list.columns} row={row} />
        {by !== 'merchant' && <Behind to={behind(row)} />}
      </>
    );
    return { ...list, rowDetail };
  }, [by, asked, days, phone]);
  return <ListPage key={by} definition={definition} />;
}

function Behind({ to }: { to: string }) {
  const t = useText();
  return (
    <Button component={Link} to={to} variant="light" mt="md" fullWidth>
      {t('reports:screen.entries')}
    </Button>
  );
}
