import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { walletPurposes } from '../contract/shared.ts';
import { walletContract } from '../contract.ts';

type Row = OutputOf<typeof walletContract.listBalances>['records'][number];

function Name({ row }: { row: Row }) {
  const t = useText();
  return row.kind === 'main' || row.kind === 'further' || row.kind === 'franchisee'
    ? t(`wallet:wallet.${row.kind}`, { name: row.name ?? '' })
    : row.name;
}

const Kind = ({ row }: { row: Row }) => useText()(`wallet:holder.${row.kind}`);

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    label: 'wallet:field.wallet',
    primary: true,
    sortable: true,
    render: (row) => <Name row={row} />,
  },
  { key: 'kind', label: 'wallet:field.holder', secondary: true, render: (row) => <Kind row={row} /> },
  { key: 'detail', label: 'wallet:field.belongs', hideOnPhone: true },
  ...walletPurposes.map((purpose) => ({
    key: `${purpose}Fen`,
    label: `wallet:purpose.${purpose}`,
    align: 'right' as const,
    trailing: purpose === 'available',
    render: (row: Row) => <Money fen={row[`${purpose}Fen`]} />,
    exportAs: { kind: 'money' as const },
  })),
];

const list = defineList({
  endpoint: walletContract.listBalances,
  columns,
  search: 'keyword',
  searchHint: 'wallet:balances.search',
  rowActions: [
    {
      label: 'wallet:screen.flow',
      icon: 'list',
      visible: (row) => row.open,
      to: (row) => `/accountFlow?walletId=${row.id}`,
    },
  ],
  empty: { title: 'wallet:balances.empty' },
  export: true,
  live: 'wallet.',
});

/** Balances of all wallets; for agents and the platform, of the organisations below them. */
export default function BalanceList() {
  // the answer depends on who asks: another login must not see the columns of the last one
  const user = useSession();
  return <ListPage key={user?.tenantId} definition={list} />;
}
