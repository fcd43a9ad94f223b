import type { ReactNode } from 'react';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { type MovementRecord, movementKinds } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { deviceLabel, KindBadge } from './gift-parts.tsx';
import { changeOf } from './movement-list.tsx';

const beforeAfter = (before: number | null, after: number | null) =>
  after === null ? '—' : `${before ?? 0} → ${after}`;

function Place({ movement }: { movement: MovementRecord }) {
  const t = useText();
  if (!movement.equipmentId) return t('gifts:record.warehouse');
  return [movement.fieldName, deviceLabel(t, movement)].filter(Boolean).join(' · ');
}

/** On the phone one line tells what two columns tell on the desk. */
function Amount({ movement }: { movement: MovementRecord }) {
  const t = useText();
  const phone = usePhone();
  const amount =
    movement.kind === 'correct' && movement.amount > 0 ? `+${movement.amount}` : String(movement.amount);
  const missing = movement.missing > 0 && t('gifts:record.missing', { number: movement.missing });
  const { before, after } = changeOf(movement, 'warehouse');
  return [phone ? `${amount} (${before} → ${after})` : amount, missing].filter(Boolean).join(' · ');
}

function Staff({ movement }: { movement: MovementRecord }) {
  const t = useText();
  const phone = usePhone();
  return [movement.userName ?? t('gifts:record.byDevice'), phone && movement.note]
    .filter(Boolean)
    .join(' · ');
}

const list = defineList({
  endpoint: giftsContract.listMovements,
  id: 'records',
  columns: [
    { key: 'giftName', label: 'gifts:field.gift', primary: true },
    {
      key: 'kind',
      label: 'gifts:field.kind',
      trailing: true,
      width: 110,
      render: (row) => <KindBadge kind={row.kind} />,
      exportAs: { values: Object.fromEntries(movementKinds.map((kind) => [kind, `gifts:kind.${kind}`])) },
    },
    {
      key: 'amount',
      label: 'gifts:field.amount',
      align: 'right',
      render: (row) => <Amount movement={row} />,
    },
    {
      key: 'equipmentName',
      label: 'gifts:field.place',
      secondary: true,
      render: (row) => <Place movement={row} />,
    },
    {
      key: 'stockAfter',
      label: 'gifts:record.warehouse',
      align: 'right',
      hideOnPhone: true,
      render: (row) => beforeAfter(row.stockBefore, row.stockAfter),
    },
    {
      key: 'equipmentStockAfter',
      label: 'gifts:record.inDevice',
      align: 'right',
      hideOnPhone: true,
      render: (row) => beforeAfter(row.equipmentStockBefore, row.equipmentStockAfter),
    },
    { key: 'userName', label: 'gifts:field.staff', render: (row) => <Staff movement={row} /> },
    { key: 'note', label: 'gifts:field.note', hideOnPhone: true },
    {
      key: 'createdAt',
      label: 'gifts:field.time',
      sortable: true,
      width: 150,
      exportAs: { kind: 'instant' },
      render: (row) => <Time value={row.createdAt} />,
    },
  ],
  filters: [
    {
      kind: 'reference',
      name: 'giftId',
      label: 'gifts:field.gift',
      source: referenceTo({
        endpoint: giftsContract.listGifts,
        search: 'name',
        labelOf: (gift) => gift.name,
      }),
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'gifts:field.kind',
      options: movementKinds.map((value) => ({ value, label: `gifts:kind.${value}` })),
    },
    { kind: 'dateRange', name: 'from', toName: 'to', label: 'gifts:field.time' },
  ],
  empty: { title: 'gifts:record.emptyTitle', hint: 'gifts:record.emptyHint' },
  export: true,
  live: 'gift.',
});

/** The whole stock record. */
export function RecordList({ header }: { header: ReactNode }) {
  return <ListPage definition={{ ...list, header }} />;
}
