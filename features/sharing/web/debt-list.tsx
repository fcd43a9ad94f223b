import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money, StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { runsContract } from '../contract/runs.ts';
import { useWechatReason } from './wechat-facts.tsx';

function DebtReason({ reason }: { reason: string }) {
  const t = useText();
  const inWords = useWechatReason();
  return reason ? inWords(reason) : t('sharing:debtState.noMoney');
}

function DebtBadge({ open }: { open: boolean }) {
  const t = useText();
  return (
    <StatusBadge tone={open ? 'waiting' : 'good'}>
      {t(open ? 'sharing:debtState.open' : 'sharing:debtState.cleared')}
    </StatusBadge>
  );
}

const list = defineList({
  id: 'debts',
  endpoint: runsContract.listDebts,
  columns: [
    { key: 'receiverName', label: 'sharing:field.receiver', primary: true },
    { key: 'orderNumber', label: 'sharing:field.order', secondary: true },
    {
      key: 'createdAt',
      label: 'sharing:field.since',
      render: (row) => <Time value={row.createdAt} />,
      exportAs: { kind: 'instant' },
    },
    {
      key: 'reason',
      label: 'sharing:field.reason',
      render: (row) => <DebtReason reason={row.reason} />,
    },
    {
      key: 'amountFen',
      label: 'sharing:field.toGiveBack',
      align: 'right',
      render: (row) => <Money fen={row.amountFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'openFen',
      label: 'sharing:field.debt',
      align: 'right',
      render: (row) => <Money fen={row.openFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'clearedAt',
      label: 'sharing:field.state',
      trailing: true,
      render: (row) => <DebtBadge open={row.openFen > 0} />,
      noExport: true,
    },
  ],
  filters: [{ kind: 'switch', name: 'open', label: 'sharing:debtState.open' }],
  empty: { title: 'sharing:automatic.noDebts', hint: 'sharing:automatic.noDebtsHint' },
  live: 'sharing.',
  export: true,
});

/** What people owe after refunds; their next shares pay it. */
export const DebtList = () => <ListPage definition={list} />;
