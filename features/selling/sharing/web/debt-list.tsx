import { listPage } from '#kit/pages/list-page.tsx';
import { runsContract } from '../contract/runs.ts';

/** What people owe after refunds; their next shares pay it. */
export const DebtList = listPage({
  id: 'debts',
  endpoint: runsContract.listDebts,
  columns: [
    'receiverName',
    { key: 'orderNumber', phone: 'more' },
    'createdAt',
    { key: 'cause', label: 'sharing:field.reason', phone: false },
    { key: 'reason', label: 'sharing:field.wechatWords', optional: true },
    { key: 'amountFen', label: 'sharing:field.toGiveBack' },
    { key: 'openFen', label: 'sharing:field.debtFen', phone: 'amount' },
    'state',
  ],
  filters: [{ kind: 'switch', name: 'open', label: 'sharing:debtState.open' }],
  empty: { title: 'sharing:automatic.noDebts', hint: 'sharing:automatic.noDebtsHint' },
});
