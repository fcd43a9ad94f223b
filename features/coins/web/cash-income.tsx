import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money, Time } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { usePhone } from '#kit/ui/phone.ts';
import type { CashGain } from '../contract/cash.ts';
import { coinsContract } from '../contract.ts';
import { dayFilter, liveEveryMs, MachineName, machineFilter, siteFilter, useFilters } from './machine.tsx';

const { listCashGains, sumCashGains, hideCashGain, restoreCashGain } = coinsContract;

/** Money on one side, coins on the other: a coin was bought with money that is counted already. */
function Totals() {
  const t = useText();
  const { hidden, ...filters } = useFilters('fieldId', 'equipmentId', 'from', 'to', 'hidden');
  const { data } = useCall(sumCashGains, { ...filters, hidden: hidden === 'true' }, { keepPrevious: true });
  // a busy fleet tells of coins all the time
  useLiveInvalidate('cash.changed', sumCashGains, liveEveryMs);
  useLiveInvalidate('cash.changed', listCashGains, liveEveryMs);
  if (!data) return null;
  return (
    <Figures
      items={[
        {
          label: t('coins:cash.money'),
          value: <Money fen={data.moneyFen} />,
          hint: t('coins:cash.moneyHint'),
        },
        {
          label: t('coins:field.notesFen'),
          value: <Money fen={data.notesFen} />,
          hint: t('coins:cash.notesHint', { count: data.notes }),
        },
        { label: t('coins:field.cashFen'), value: <Money fen={data.cashFen} /> },
        {
          label: t('coins:field.coins'),
          value: data.coins.toLocaleString(),
          hint: data.coinsFen === null ? t('coins:cash.noWorth') : <Worth fen={data.coinsFen} />,
        },
      ]}
    />
  );
}

function Worth({ fen }: { fen: number }) {
  const t = useText();
  return (
    <>
      {t('coins:cash.worth')} <Money fen={fen} />
    </>
  );
}

/** On a card one figure says what the line is about: money where there is some, coins otherwise. */
function Taken({ row }: { row: CashGain }) {
  const t = useText();
  const phone = usePhone();
  if (phone && row.moneyFen === 0) return t('coins:unit.coin', { count: row.coins });
  return moneyOrDash(row.moneyFen);
}

/** A machine that takes no notes shows none, not zero of them. */
const moneyOrDash = (fen: number | null) => <Money fen={fen || null} />;

const list = defineList({
  endpoint: listCashGains,
  header: <Totals />,
  columns: [
    {
      key: 'code',
      label: 'coins:field.machine',
      primary: true,
      render: (row) => <MachineName machine={row} />,
    },
    { key: 'fieldName', label: 'coins:field.site', secondary: true },
    {
      key: 'hourAt',
      label: 'coins:field.hour',
      sortable: true,
      render: (row) => <Time value={row.hourAt} />,
      exportAs: { kind: 'instant' },
    },
    {
      key: 'moneyFen',
      label: 'coins:cash.money',
      align: 'right',
      sortable: true,
      trailing: true,
      render: (row) => <Taken row={row} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'notesFen',
      label: 'coins:field.notesFen',
      align: 'right',
      hideOnPhone: true,
      render: (row) => moneyOrDash(row.notesFen),
      exportAs: { kind: 'money' },
    },
    { key: 'notes', label: 'coins:field.notes', align: 'right', optional: true, hideOnPhone: true },
    {
      key: 'cashFen',
      label: 'coins:field.cashFen',
      align: 'right',
      hideOnPhone: true,
      render: (row) => moneyOrDash(row.cashFen),
      exportAs: { kind: 'money' },
    },
    {
      key: 'coins',
      label: 'coins:field.coins',
      align: 'right',
      sortable: true,
      hideOnPhone: true,
      render: (row) => row.coins || null,
    },
    {
      key: 'coinsFen',
      label: 'coins:field.coinsFen',
      align: 'right',
      optional: true,
      hideOnPhone: true,
      render: (row) => moneyOrDash(row.coinsFen),
      exportAs: { kind: 'money' },
    },
  ],
  filters: [
    siteFilter,
    machineFilter(),
    dayFilter,
    { kind: 'switch', name: 'hidden', label: 'coins:cash.showHidden' },
  ],
  rowActions: [
    {
      label: 'kit:action.remove',
      icon: 'trash',
      danger: true,
      call: callOf(hideCashGain, (row: CashGain) => ({ id: row.id })),
      visible: (row: CashGain) => row.hiddenAt === null,
      confirm: { title: 'coins:cash.hideTitle', body: 'coins:cash.hideBody' },
      success: 'coins:cash.hidden',
      invalidates: [sumCashGains],
    },
    {
      label: 'coins:cash.restore',
      icon: 'refresh',
      call: callOf(restoreCashGain, (row: CashGain) => ({ id: row.id })),
      visible: (row: CashGain) => row.hiddenAt !== null,
      success: 'coins:cash.restored',
      invalidates: [sumCashGains],
    },
  ],
  empty: { title: 'coins:cash.empty', hint: 'coins:cash.emptyHint' },
  export: true,
});

export default function CashIncome() {
  return <ListPage definition={list} />;
}
