import type { OutputOf } from '#kit/contract/endpoint.ts';
import { moneyText } from '#kit/contract/meaning-text.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { walletContract } from '../contract.ts';

const { listAdjustments, adjustMoney, decideAdjustment, listOrganisations } = walletContract;
type Row = OutputOf<typeof listAdjustments>['records'][number];

const organisations = referenceTo({
  endpoint: listOrganisations,
  search: 'keyword',
  labelOf: (row) => row.name,
  hintOf: (row) => moneyText(row.availableFen),
});

const adjust = formAction({
  endpoint: adjustMoney,
  initial: { direction: 'deduct' },
  fields: [
    { name: 'tenantId', label: 'wallet:field.tenantName', kind: 'reference', source: organisations },
    'direction',
    'amountFen',
    { name: 'reason', kind: 'longText' },
  ],
  submitLabel: 'kit:action.submit',
  success: ({ state }, t) => t(state === 'waiting' ? 'wallet:adjustment.waits' : 'wallet:adjustment.posted'),
});

/** Money the platform takes from organisations or gives back, each with its reason. */
export default listPage({
  endpoint: listAdjustments,
  columns: [
    'tenantName',
    'amountFen',
    { key: 'reason', phone: 'more' },
    { key: 'askedByName', label: 'wallet:field.userName' },
    'decidedByName',
    'createdAt',
    'state',
  ],
  filters: ['state'],
  actions: [{ label: 'wallet:adjustment.new', icon: 'plus', primary: true, form: adjust }],
  rowActions: [
    {
      label: 'wallet:adjustment.approve',
      icon: 'check',
      primary: true,
      visible: (row) => row.state === 'waiting' && !row.askedByMe,
      call: callOf(decideAdjustment, (row: Row) => ({ id: row.id, approve: true })),
      confirm: {
        title: 'wallet:adjustment.approveTitle',
        body: 'wallet:adjustment.approveBody',
        params: (row) => ({ name: row.tenantName, reason: row.reason }),
      },
      success: 'kit:action.done',
    },
    {
      label: 'wallet:adjustment.refuse',
      icon: 'x',
      danger: true,
      visible: (row) => row.state === 'waiting',
      call: callOf(decideAdjustment, (row: Row) => ({ id: row.id, approve: false })),
      confirm: { title: 'wallet:adjustment.refuseTitle' },
      success: 'kit:action.done',
    },
  ],
  empty: { title: 'wallet:adjustment.empty', hint: 'wallet:adjustment.emptyHint' },
});
