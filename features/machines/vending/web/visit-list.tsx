import { Text } from '@mantine/core';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { meaningOf } from '#kit/contract/meaning.ts';
import { RowFacts } from '#kit/pages/list-cell.tsx';
import { resolveColumns } from '#kit/pages/list-columns.ts';
import { columnsOf, defineList } from '#kit/pages/list-definition.ts';
import { deskOnly } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { stockedDeviceTypes } from '../contract/records.ts';
import { type MovementRecord, movementRecord, type VisitRecord, visitRecord } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import classes from './vending.module.css';

const facts = resolveColumns(
  visitRecord,
  'vending',
  columnsOf(vendingContract.listVisits, 'vending', [
    { key: 'createdAt', label: 'vending:field.time' },
    'equipmentName',
    'fieldName',
    { key: 'userName', label: 'vending:field.user' },
    'loaded',
    'taken',
    'lost',
    'lossFen',
  ]),
);

export const visitList = defineList({
  endpoint: vendingContract.listVisits,
  columns: [
    { key: 'createdAt', label: 'vending:field.time' },
    { key: 'equipmentName', phone: 'what' },
    'fieldName',
    { key: 'userName', label: 'vending:field.user', phone: 'more' },
    { key: 'laneNumber', phone: false },
    { key: 'loaded', phone: 'amount' },
    ...deskOnly('taken', 'lost'),
    { key: 'lossFen', optional: true },
  ],
  filters: [
    { name: 'from', label: 'vending:field.time' },
    siteFilter(),
    machineFilter(undefined, ...stockedDeviceTypes),
  ],
  search: 'userName',
  searchHint: 'vending:record.search',
  rowDetail: (visit) => <VisitDetail visit={visit} />,
  empty: { title: 'vending:record.visitsEmpty', hint: 'vending:record.visitsEmptyHint' },
  icon: 'clipboard-list',
});

/** As many lanes as a machine may have, each with what was corrected, thrown away and filled. */
const mostLines = 500;

/** A visit with everything that was done in it. */
function VisitDetail({ visit }: { visit: VisitRecord }) {
  return (
    <>
      <RowFacts columns={facts} row={visit} />
      <Loaded
        call={[
          vendingContract.listMovements,
          { visitId: visit.id, size: mostLines, sort: 'createdAt', order: 'asc' },
        ]}
        skeleton="list"
      >
        {({ records }) => (
          <ul className={classes.visit}>
            {records.map((movement) => (
              <Line key={movement.id} movement={movement} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

const kind = meaningOf(movementRecord.shape.kind);

function Line({ movement }: { movement: MovementRecord }) {
  const t = useText();
  const { lane, templateName, amount, stockAfter, reason, expiryDate, note } = movement;
  const more = [
    reason && t(`vending:lossReason.${reason}`),
    expiryDate && t('vending:record.goodUntil', { date: expiryDate }),
    note,
  ].filter(Boolean);
  return (
    <li data-movement={movement.kind}>
      <span>
        <Text component="span" size="sm" fw={600}>
          {[t('vending:front.lane', { lane }), templateName].filter(Boolean).join(' · ')}
        </Text>
        {more.length > 0 && (
          <Text component="span" size="sm" c="dimmed" display="block">
            {more.join(' · ')}
          </Text>
        )}
      </span>
      <span className={classes.visitAmount}>
        <MeaningView meaning={kind} row={movement} path="kind" />
        <Text component="span" size="sm" className={classes.figures}>
          {t('vending:record.amountThen', { amount, stock: stockAfter })}
        </Text>
      </span>
    </li>
  );
}
