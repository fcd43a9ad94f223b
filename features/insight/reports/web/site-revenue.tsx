import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { AddressChoice, choiceIn } from '#kit/pages/address-choice.tsx';
import type { FormAction } from '#kit/pages/form-action.ts';
import { RowFacts } from '#kit/pages/list-cell.tsx';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import type { ColumnSpec } from '#kit/pages/list-specs.ts';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { revenueGroupings } from '../contract/revenue.ts';
import { reportsContract } from '../contract.ts';
import { type LinkWish, makeLink } from './link-actions.tsx';
import classes from './reports.module.css';

const { listRevenue, listPayables } = reportsContract;
type Row = OutputOf<typeof listRevenue>['records'][number];
type By = (typeof revenueGroupings)[number];
type Days = Pick<InputOf<typeof listPayables>, 'from' | 'to'>;

const figures: readonly ColumnSpec<Row>[] = [
  { key: 'incomeFen', phone: 'amount' },
  { key: 'resultFen', phone: false },
  { key: 'perMachineDayFen', phone: false },
  { key: 'occupancyRatio', phone: false },
  { key: 'sharesFen', phone: false },
  { key: 'rentFen', phone: false },
  { key: 'giftCostFen', phone: false },
  { key: 'coinsFen', phone: false },
  { key: 'coinSalesFen', optional: true, phone: false },
  { key: 'coinsUnknown', optional: true, phone: false },
  { key: 'netFen', optional: true, phone: false },
];

const naming: Record<By, readonly ColumnSpec<Row>[]> = {
  site: ['fieldName', ...figures, { key: 'openFen', phone: false }, { key: 'machineDays', optional: true }],
  device: ['equipmentName', { key: 'fieldName', phone: 'more' }, ...figures],
};

/** /site_revenue_statistics: what sites brought and to whom it is payable, and which machines earn their place. */
export default function SiteRevenue() {
  const [query] = useSearchParams();
  const by = choiceIn(query, 'by', revenueGroupings);
  const mayPayables = useCan(listPayables);
  const [from, to] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
  const definition = useMemo(() => {
    const list = defineList({
      endpoint: listRevenue,
      texts: 'reports',
      input: { by },
      header: <Choice />,
      columns: naming[by],
      filters: ['from', siteFilter(), 'losing'],
      actions: [
        {
          label: 'reports:screen.links',
          icon: 'link',
          to: () => '/statement_links',
          needs: reportsContract.listStatementLinks,
        },
      ],
      rowActions: [
        {
          label: 'reports:links.make',
          icon: 'link',
          form: {
            ...makeLink,
            from: ({ fieldId }: Row): LinkWish => ({ fieldId, from, to }),
          } as FormAction<Row>,
          visible: ({ fieldId }) => by === 'site' && fieldId !== null,
        },
      ],
      facts: true,
      views: true,
      empty: { title: 'reports:page.nothing' },
    });
    if (by !== 'site' || !mayPayables) return list;
    const rowDetail = (row: Row) => (
      <>
        <RowFacts columns={list.columns} row={row} />
        <Payables row={row} days={{ from, to }} />
      </>
    );
    return { ...list, rowDetail };
  }, [by, mayPayables, from, to]);
  return <ListPage key={by} definition={definition} />;
}

function Choice() {
  const t = useText();
  return (
    <div className={classes.parts}>
      <AddressChoice name="by" values={revenueGroupings} words="reports:by" about="reports:page.by" />
      <Text size="sm" c="dimmed">
        {t('reports:revenue.hint')}
      </Text>
    </div>
  );
}

/** To whom what a site brought is payable. */
function Payables({ row, days }: { row: Row; days: Days }) {
  const t = useText();
  if (!row.fieldId) return <Text c="dimmed">{t('reports:revenue.nobody')}</Text>;
  return (
    <section>
      <Title order={3} size="h6" mt="md" mb="xs">
        {t('reports:revenue.payable')}
      </Title>
      <Loaded call={[listPayables, { ...days, fieldId: row.fieldId }]}>
        {(receivers) =>
          receivers.length === 0 ? (
            <Text c="dimmed">{t('reports:revenue.nobody')}</Text>
          ) : (
            <ul className={classes.lines}>
              {receivers.map(({ receiverId, receiverName, kind, dueFen, paidFen, openFen }) => (
                <li key={receiverId}>
                  <div>
                    {receiverName}
                    <Text size="sm" c="dimmed">
                      {t(`sharing:kind.${kind}`)} · {t('reports:revenue.due')} <Money fen={dueFen} /> ·{' '}
                      {t('reports:revenue.paid')} <Money fen={paidFen} />
                    </Text>
                  </div>
                  <Money fen={openFen} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
