import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { sitesContract } from '#features/base/sites/contract.ts';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import type { ColumnSpec } from '#kit/pages/list-specs.ts';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan } from '#kit/ui/session.ts';
import { isMoney, type RecordFigure, recordFigures } from '../contract/records.ts';
import { reportsContract } from '../contract.ts';

const { listRecords, sumRecords } = reportsContract;
type Row = OutputOf<typeof listRecords>['records'][number];
const names = ['from', 'to', 'fieldId', 'equipmentId', 'type'] as const;

const place: readonly ColumnSpec<Row>[] = [
  { key: 'equipmentName', phone: 'what' },
  { key: 'fieldName', phone: 'more' },
];
const columns = (figure: RecordFigure): readonly ColumnSpec<Row>[] => {
  if (figure === 'shares')
    return [
      { key: 'what', phone: 'what' },
      { key: 'amountFen', phone: 'amount' },
      'day',
      'orderNumber',
      'fieldName',
    ];
  if (figure === 'giftCost')
    return [
      { key: 'what', phone: 'what' },
      { key: 'amountFen', phone: 'amount' },
      'day',
      'at',
      'equipmentName',
      'fieldName',
    ];
  return [...place, { key: 'count', phone: 'amount' }, 'day', 'at'];
};

/** /figure_records: the very records that a figure of plays, wins, coins, prizes or shares is made of. */
export default function FigureRecords() {
  const [query] = useSearchParams();
  const figure = recordFigures.find((name) => name === query.get('figure')) ?? 'plays';
  const mayOrder = useMayOpen('/order_detail');
  const maySites = useCan(sitesContract.listUserSites);
  const mayMachines = useCan(fleetContract.listDevices);
  const definition = useMemo(() => {
    const list = defineList({
      endpoint: listRecords,
      texts: 'reports',
      columns: columns(figure),
      filters: [
        { name: 'figure', label: 'reports:records.figure' },
        'from',
        ...(maySites ? [siteFilter()] : []),
        ...(mayMachines ? [machineFilter()] : []),
        'type',
      ],
      header: <Sum figure={figure} />,
      empty: { title: 'reports:records.empty', hint: 'reports:entries.emptyHint' },
    });
    if (figure !== 'shares' || !mayOrder) return list;
    return { ...list, rowTo: ({ orderNumber }: Row) => `/order_detail?orderNumber=${orderNumber ?? ''}` };
  }, [figure, mayOrder, maySites, mayMachines]);
  return <ListPage key={figure} definition={definition} />;
}

/** What the listed records come to: the figure one came from. */
function Sum({ figure }: { figure: RecordFigure }) {
  const t = useText();
  const [query] = useSearchParams();
  const asked = Object.fromEntries(
    names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as InputOf<typeof sumRecords>;
  const { data } = useCall(sumRecords, { ...asked, figure }, { keepPrevious: true });
  if (!data) return null;
  const isCounted = !isMoney(figure);
  return (
    <Figures
      items={[
        {
          label: t(`reports:record.${figure}`),
          value: isCounted ? data.amount.toLocaleString() : <Money fen={data.amount} />,
          hint: isCounted ? t('reports:records.hours') : t('reports:entries.count', { count: data.records }),
        },
      ]}
    />
  );
}
