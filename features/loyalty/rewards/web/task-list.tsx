import { siteFilter, siteSource } from '#features/base/sites/web/public.ts';
import { forOne, removal } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { deskOnly, listPage, optional } from '#kit/pages/list-page.tsx';
import { notPast } from '#kit/pages/not-past.ts';
import { rewardsContract, type TaskRecord } from '../contract.ts';
import { TaskClaims } from './task-claims.tsx';

const { listTasks, saveTask, removeTasks } = rewardsContract;

const isSignIn = ({ kind }: Values) => kind === 'signIn';
const hasPeriod = ({ kind }: Values) => kind !== 'signIn' && kind !== 'profile';
const [what, reward, limits] = ['what', 'reward', 'limits'].map((part) => `rewards:section.${part}`);

const write = formAction({
  endpoint: saveTask,
  initial: (task: TaskRecord | undefined) =>
    task ?? { kind: 'signIn', period: 'day', unit: 'point', active: true, streakBonus: 0 },
  fields: (task) => [
    { name: 'kind', section: what },
    { name: 'title', section: what, hint: 'rewards:hint.title' },
    { name: 'period', section: what, showIf: hasPeriod },
    {
      name: 'goal',
      section: what,
      hint: 'rewards:hint.goal',
      required: true,
      showIf: (values: Values) => hasPeriod(values) && values.kind !== 'spend',
    },
    {
      name: 'goalFen',
      section: what,
      hint: 'rewards:hint.goalFen',
      required: true,
      showIf: ({ kind }: Values) => kind === 'spend',
    },
    {
      name: 'fieldId',
      section: what,
      label: 'kit:thing.siteLabel',
      hint: 'rewards:hint.allSites',
      kind: 'reference',
      source: siteSource(task?.fieldId && task.fieldName ? { [task.fieldId]: task.fieldName } : undefined),
    },
    { name: 'unit', section: reward },
    { name: 'amount', section: reward, label: 'rewards:field.reward' },
    { name: 'streakDays', section: reward, hint: 'rewards:hint.streakDays', showIf: isSignIn },
    {
      name: 'streakBonus',
      section: reward,
      hint: 'rewards:hint.streakBonus',
      showIf: (values: Values) => isSignIn(values) && typeof values.streakDays === 'number',
    },
    { name: 'budget', section: limits, hint: 'rewards:hint.budget' },
    { name: 'dayBudget', section: limits, hint: 'rewards:hint.dayBudget' },
    { name: 'fromDay', section: limits, check: notPast('fromDay') },
    { name: 'untilDay', section: limits, check: notPast('toDay', { toDay: 'untilDay' }) },
    { name: 'active', section: limits, hint: 'rewards:hint.active' },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove = removal<TaskRecord>(removeTasks, {
  title: 'rewards:confirm.removeTasks',
  body: 'rewards:confirm.removeTasksBody',
});

/** /integralStore/orderTask: what members do for points. */
export default listPage({
  endpoint: listTasks,
  columns: [
    { key: 'name', phone: 'what' },
    { key: 'kind', phone: false },
    { key: 'amount', label: 'rewards:field.reward', phone: 'amount' },
    'state',
    { key: 'period', phone: 'more' },
    ...deskOnly('claims', 'given', 'budget', 'fieldName'),
    ...optional('dayBudget', 'fromDay', 'untilDay', 'createdAt'),
  ],
  filters: ['kind', siteFilter()],
  rowDetail: (task) => <TaskClaims task={task} />,
  actions: [{ label: 'rewards:action.addTask', icon: 'plus', primary: true, form: write }],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'rewards:empty.tasks', hint: 'rewards:empty.tasksHint' },
  icon: 'circle-check',
});
