import { callOf } from '#kit/pages/actions.ts';
import type { RecordOf } from '#kit/pages/list-definition.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { adtasksContract } from '../contract.ts';

const { listDoubts, decideDoubt } = adtasksContract;
type Doubt = RecordOf<typeof listDoubts>;

/** Counts that were not paid by themselves, each with why; the platform pays them after all, or refuses. */
export default listPage({
  endpoint: listDoubts,
  columns: [
    { key: 'title', phone: 'what' },
    'tenantName',
    'equipmentName',
    { key: 'fieldName', optional: true },
    'hourAt',
    'plays',
    { key: 'amountFen', phone: 'amount' },
    'reason',
    'state',
    { key: 'decidedByName', optional: true },
    'createdAt',
  ],
  filters: ['state', 'reason'],
  rowActions: [
    {
      label: 'adtasks:doubt.approve',
      icon: 'check',
      primary: true,
      visible: ({ state }) => state === 'open',
      call: callOf(decideDoubt, ({ id }: Doubt) => ({ id, approve: true })),
      confirm: { title: 'adtasks:doubt.approveTitle', body: 'adtasks:doubt.approveBody' },
      success: 'kit:action.done',
    },
    {
      label: 'adtasks:doubt.refuse',
      icon: 'x',
      danger: true,
      visible: ({ state }) => state === 'open',
      call: callOf(decideDoubt, ({ id }: Doubt) => ({ id, approve: false })),
      confirm: { title: 'adtasks:doubt.refuseTitle' },
      success: 'kit:action.done',
    },
  ],
  empty: { title: 'adtasks:doubt.empty', hint: 'adtasks:doubt.emptyHint' },
});
