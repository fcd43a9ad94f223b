import { Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { moneyText } from '#kit/contract/meaning-text.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { allowanceContract } from '../contract.ts';

const { listRequests, decideRequest, withdrawRequest } = allowanceContract;
type Row = OutputOf<typeof listRequests>['records'][number];

const refuse = formAction({
  endpoint: decideRequest,
  initial: (row: Row) => ({ id: row.id, agree: false }),
  fields: [{ name: 'reason', kind: 'longText', required: true }],
  above: ({ subject }) => <Text size="sm">{subject.says}</Text>,
  danger: true,
  success: 'allowance:page.refused',
});

/** Gifts beyond what somebody may give alone: a second person agrees or refuses. */
export default listPage({
  endpoint: listRequests,
  columns: [
    { key: 'label', phone: 'what' },
    'door',
    { key: 'says', phone: 'more' },
    'worthFen',
    'userName',
    'createdAt',
    'state',
    'decidedByName',
    { key: 'reason', optional: true },
  ],
  filters: ['state', 'door'],
  facts: true,
  rowActions: [
    {
      label: 'allowance:page.agree',
      icon: 'check',
      primary: true,
      visible: (row) => row.decidable,
      call: callOf(decideRequest, (row: Row) => ({ id: row.id, agree: true })),
      confirm: {
        title: 'allowance:page.agreeTitle',
        body: 'allowance:page.agreeBody',
        params: (row) => ({ name: row.userName, says: row.says, worth: moneyText(row.worthFen) }),
      },
      success: 'allowance:page.agreed',
    },
    {
      label: 'allowance:page.refuse',
      icon: 'x',
      danger: true,
      visible: (row) => row.decidable,
      form: refuse,
    },
    {
      label: 'allowance:page.withdraw',
      icon: 'x',
      danger: true,
      visible: (row) => row.mine && row.state === 'waiting',
      call: callOf(withdrawRequest, (row: Row) => ({ id: row.id })),
      confirm: { title: 'allowance:page.withdrawTitle' },
      success: 'kit:action.done',
    },
  ],
  empty: { title: 'allowance:page.noRequests', hint: 'allowance:page.noRequestsHint' },
});
