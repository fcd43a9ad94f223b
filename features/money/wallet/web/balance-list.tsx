import { walletPurposes } from '#features/money/ledger/contract.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useSession } from '#kit/ui/session.ts';
import { walletContract } from '../contract.ts';

const list = defineList({
  endpoint: walletContract.listBalances,
  columns: [
    { key: 'name', label: 'wallet:field.wallet' },
    { key: 'kind', label: 'wallet:field.holder' },
    { key: 'detail', label: 'wallet:field.belongs', phone: false },
    ...walletPurposes.map((purpose) => ({ key: `${purpose}Fen`, label: `wallet:purpose.${purpose}` })),
  ],
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
});

/** Balances of all wallets; for agents and the platform, of the organisations below them. */
export default function BalanceList() {
  // the answer depends on who asks: another login must not see the columns of the last one
  const user = useSession();
  return <ListPage key={user?.tenantId} definition={list} />;
}
