import { Table } from '@mantine/core';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import type { Action } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { RecordOf } from '#kit/pages/list-definition.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { adtasksContract } from '../contract.ts';

const { listTasks, listTaskMachines, acceptTask, leaveTask } = adtasksContract;
type Task = RecordOf<typeof listTasks>;

const { source } = machineFilter();
const shownMachines = 100;

const about = ({ id }: Task) => ({ id, equipmentIds: [] as string[] });

const accept: Action<Task> = {
  label: 'adtasks:task.accept',
  icon: 'check',
  primary: true,
  visible: ({ state }) => state === 'running' || state === 'coming',
  form: formAction({
    endpoint: acceptTask,
    title: 'adtasks:task.acceptTitle',
    lead: 'adtasks:task.acceptLead',
    initial: about,
    fields: [{ name: 'equipmentIds', kind: 'references', source, label: 'adtasks:field.machines' }],
    submitLabel: 'adtasks:task.accept',
    success: ({ machines }, t) => t('adtasks:task.accepted', { count: machines }),
  }),
};

const leave: Action<Task> = {
  label: 'adtasks:task.leave',
  icon: 'x',
  visible: ({ machines }) => machines > 0,
  form: formAction({
    endpoint: leaveTask,
    title: 'adtasks:task.leaveTitle',
    lead: 'adtasks:task.leaveLead',
    initial: about,
    fields: [{ name: 'equipmentIds', kind: 'references', source, label: 'adtasks:field.machines' }],
    submitLabel: 'adtasks:task.leave',
  }),
};

/** The picture or the beginning of the video, and machine by machine what it brought. */
function Detail({ task }: { task: Task }) {
  const t = useText();
  return (
    <Loaded call={[listTaskMachines, { id: task.id, size: shownMachines }]}>
      {({ records }) =>
        records.length === 0 ? (
          <Hint>{t('adtasks:task.noMachines')}</Hint>
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('kit:thing.machineLabel')}</Table.Th>
                <Table.Th ta="right">{t('adtasks:field.plays')}</Table.Th>
                <Table.Th ta="right">{t('adtasks:field.incomeFen')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {records.map(({ equipmentId, equipmentName, equipmentNo, plays, incomeFen }) => (
                <Table.Tr key={equipmentId}>
                  <Table.Td>{equipmentName ?? equipmentNo}</Table.Td>
                  <Table.Td ta="right">{plays}</Table.Td>
                  <Table.Td ta="right">
                    <Money fen={incomeFen} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )
      }
    </Loaded>
  );
}

/** What the platform pays for: accept it for machines, and see what each task brings. */
export default listPage({
  endpoint: listTasks,
  columns: [
    { key: 'title', phone: 'what' },
    'priceFen',
    { key: 'seconds', optional: true },
    'fromDay',
    'toDay',
    { key: 'types', optional: true },
    { key: 'leftFen', optional: true },
    'machines',
    'plays',
    { key: 'incomeFen', phone: 'amount' },
    'doubted',
    'state',
  ],
  filters: ['state'],
  search: 'title',
  rowDetail: (task) => <Detail task={task} />,
  rowTitle: ({ title }) => title,
  rowActions: [accept, leave],
  empty: { title: 'adtasks:task.empty', hint: 'adtasks:task.emptyHint' },
});
