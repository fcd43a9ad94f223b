import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { callOf } from '#kit/pages/actions.ts';
import { deskOnly, listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { CashGain } from '../contract/cash.ts';
import { coinsContract } from '../contract.ts';
import { useFilters } from './use-filters.ts';

const { listCashGains, sumCashGains, hideCashGain, restoreCashGain } = coinsContract;

/** Money on one side, coins on the other: a coin was bought with money that is counted already. */
function Totals() {
  const t = useText();
  const { hidden, ...filters } = useFilters('fieldId', 'equipmentId', 'from', 'to', 'hidden');
  const { data } = useCall(sumCashGains, { ...filters, hidden: hidden === 'true' }, { keepPrevious: true });
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
          label: t('coins:cash.machines'),
          value: <Money fen={data.machinesFen} />,
          hint: (
            <>
              {t('coins:cash.notesHint', { count: data.notes })} <Money fen={data.notesFen} /> ·{' '}
              {t('coins:field.cashFen')} <Money fen={data.cashFen} />
            </>
          ),
        },
        {
          label: t('coins:cash.counter'),
          value: <Money fen={data.counterFen} />,
          hint: t('coins:cash.counterHint'),
        },
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

export default listPage({
  endpoint: listCashGains,
  header: <Totals />,
  columns: [
    'equipmentName',
    'fieldName',
    { key: 'hourAt', label: 'coins:field.hour' },
    { key: 'moneyFen', label: 'coins:cash.machines', phone: false },
    { key: 'notesFen', phone: false },
    { key: 'notes', optional: true },
    ...deskOnly('cashFen', 'coins'),
    { key: 'coinsFen', optional: true },
    { key: 'taken', optional: true, phone: 'amount' },
  ],
  filters: [siteFilter(), machineFilter(), 'from', { name: 'hidden', label: 'coins:cash.showHidden' }],
  rowActions: [
    {
      label: 'kit:action.remove',
      icon: 'trash',
      danger: true,
      call: callOf(hideCashGain, (row: CashGain) => ({ id: row.id })),
      visible: (row: CashGain) => row.hiddenAt === null,
      confirm: { title: 'coins:cash.hideTitle', body: 'coins:cash.hideBody' },
      success: 'coins:cash.hidden',
    },
    {
      label: 'coins:cash.restore',
      icon: 'refresh',
      call: callOf(restoreCashGain, (row: CashGain) => ({ id: row.id })),
      visible: (row: CashGain) => row.hiddenAt !== null,
      success: 'coins:cash.restored',
    },
  ],
  empty: { title: 'coins:cash.empty', hint: 'coins:cash.emptyHint' },
});
