import { formatFen } from '#kit/kernel/money.ts';
import { callOf, removing } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type ReceiverRecord, receiversContract } from '../contract/receivers.ts';

const { listReceivers, registerReceiver, removeReceivers, saveReceiver, settleReceiver } = receiversContract;

const statementOf = (row: ReceiverRecord) => `/share_statement?receiverId=${row.id}`;

function SettleHint({ receiver }: { receiver: ReceiverRecord }) {
  return (
    <Hint mb="md">
      {useText()('sharing:people.settleHint', { amount: formatFen(receiver.balanceFen ?? 0) })}
    </Hint>
  );
}

/** The merchant has paid somebody outside; what was kept for them is the merchant's again. */
const settle = formAction({
  endpoint: settleReceiver,
  title: (receiver: ReceiverRecord, t) => t('sharing:people.settleTitle', { name: receiver.name }),
  initial: (receiver: ReceiverRecord) => ({
    receiverId: receiver.id,
    amountFen: receiver.balanceFen ?? undefined,
  }),
  above: ({ subject }) => <SettleHint receiver={subject} />,
  fields: ['amountFen', { name: 'note', placeholder: 'sharing:people.settleNote' }],
  submitLabel: 'sharing:people.settle',
  success: 'sharing:people.settled',
});

/** Who receives a part, how they are paid, and what is still with us. */
export default listPage({
  endpoint: listReceivers,
  columns: [
    'name',
    'kind',
    'phone',
    'way',
    { key: 'wechatState', phone: false },
    'siteCount',
    { key: 'balanceFen', phone: 'amount' },
    'debtFen',
  ],
  search: 'keyword',
  searchHint: 'sharing:people.search',
  filters: ['kind'],
  rowTo: statementOf,
  actions: [
    {
      label: 'sharing:people.add',
      icon: 'user-plus',
      primary: true,
      to: () => '/division_personal_edit',
      needs: saveReceiver,
    },
  ],
  rowActions: [
    { label: 'sharing:people.statement', icon: 'file-text', to: statementOf },
    {
      label: 'sharing:people.settle',
      icon: 'cash',
      visible: (row) => (row.balanceFen ?? 0) > 0,
      form: settle,
    },
    {
      label: 'sharing:people.register',
      icon: 'refresh',
      visible: (row) => row.way === 'wechat' && row.wechatState !== 'registered',
      call: callOf(registerReceiver, (row: ReceiverRecord) => ({ id: row.id })),
      success: 'sharing:people.asked',
    },
    {
      label: 'kit:action.edit',
      icon: 'edit',
      to: (row) => `/division_personal_edit?id=${row.id}`,
      needs: saveReceiver,
    },
    {
      ...removing,
      call: callOf(removeReceivers, (row: ReceiverRecord) => ({ ids: [row.id] })),
      confirm: {
        title: 'sharing:people.removeTitle',
        body: 'sharing:people.removeBody',
        params: (row) => ({ name: row.name }),
      },
    },
  ],
  empty: { title: 'sharing:people.empty', hint: 'sharing:people.emptyHint' },
});
