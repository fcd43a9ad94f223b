import { Progress, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { AddressChoice, choiceIn } from '#kit/pages/address-choice.tsx';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { figuresContract } from '../contract.ts';

const { fixDay, listFixedDays, listCorrections, sumCorrections, recount, listTasks } = figuresContract;
type Task = OutputOf<typeof listTasks>['records'][number];

const parts = ['fixed', 'corrections', 'tasks'] as const;

const fix = formAction({
  endpoint: fixDay,
  texts: 'figures',
  fields: [{ name: 'date', hint: 'figures:page.fixHint' }],
  success: 'figures:page.fixed',
});

const Choice = () => (
  <AddressChoice name="tab" values={parts} words="figures:care" about="figures:page.view" />
);

const fixed = defineList({
  endpoint: listFixedDays,
  texts: 'figures',
  id: 'fixed',
  rowId: ({ day }) => day,
  header: <FixedHead />,
  columns: [{ key: 'day', phone: 'what' }, { key: 'corrections', phone: 'amount' }, 'userName', 'fixedAt'],
  filters: ['from'],
  actions: [{ label: 'figures:page.fix', icon: 'lock', primary: true, form: fix }],
  rowTo: ({ day }) => `/figure_care?tab=corrections&corrections.from=${day}&corrections.to=${day}`,
  empty: { title: 'figures:page.noFixed', hint: 'figures:page.noFixedHint' },
});

function FixedHead() {
  const t = useText();
  return (
    <Stack gap={4} align="flex-start">
      <Choice />
      <Text size="sm" c="dimmed">
        {t('figures:page.fixedHint')}
      </Text>
    </Stack>
  );
}

const corrections = defineList({
  endpoint: listCorrections,
  texts: 'figures',
  id: 'corrections',
  header: <CorrectionSums />,
  columns: [
    { key: 'measureName', phone: 'what' },
    'day',
    { key: 'count', phone: false },
    { key: 'amountFen', phone: 'amount' },
    'why',
    'equipmentName',
    { key: 'fieldName', phone: 'more' },
    'notedAt',
  ],
  filters: ['from', siteFilter(), 'why'],
  facts: true,
  empty: { title: 'figures:page.noCorrections', hint: 'figures:page.noCorrectionsHint' },
});

const asked = ['from', 'to', 'fieldId', 'why'] as const;

/** What the listed corrections come to, figure by figure. */
function CorrectionSums() {
  const [query] = useSearchParams();
  const input = Object.fromEntries(
    asked.flatMap((name) => {
      const value = query.get(`corrections.${name}`);
      return value ? [[name, value]] : [];
    }),
  ) as InputOf<typeof sumCorrections>;
  const { data = [] } = useCall(sumCorrections, input, { keepPrevious: true });
  return (
    <Stack gap="sm" align="flex-start">
      <Choice />
      {data.length > 0 && (
        <Figures
          items={data.map(({ measureName, count, amountFen }) => ({
            label: measureName,
            value: amountFen === null ? (count ?? 0).toLocaleString() : <Money fen={amountFen} signed />,
          }))}
        />
      )}
    </Stack>
  );
}

const tasks = defineList({
  endpoint: listTasks,
  texts: 'figures',
  id: 'tasks',
  header: <Choice />,
  columns: [
    { key: 'kind', phone: 'what' },
    'state',
    { key: 'done', label: 'figures:field.progress', render: (task) => <Steps task={task} />, width: 180 },
    { key: 'fieldName', phone: 'more' },
    'userName',
    'createdAt',
    'endedAt',
  ],
  actions: [
    {
      label: 'figures:page.recount',
      icon: 'refresh',
      primary: true,
      call: callOf(recount, () => ({})),
      confirm: { title: 'figures:page.recountTitle', body: 'figures:page.recountBody' },
      success: 'figures:page.recountAsked',
    },
  ],
  facts: true,
  empty: { title: 'figures:page.noTasks', hint: 'figures:page.noTasksHint' },
});

function Steps({ task: { done, total } }: { task: Task }) {
  const t = useText();
  if (!total) return <>{done}</>;
  return (
    <Stack gap={2}>
      <span>{t('figures:page.steps', { done, total })}</span>
      <Progress value={(done / total) * 100} aria-hidden />
    </Stack>
  );
}

/** /figure_care: days that were fixed, what was corrected of them, and adding everything up again. */
export default function FigureCare() {
  const [query] = useSearchParams();
  const part = choiceIn(query, 'tab', parts);
  if (part === 'corrections') return <ListPage key={part} definition={corrections} />;
  if (part === 'tasks') return <ListPage key={part} definition={tasks} />;
  return <ListPage key={part} definition={fixed} />;
}
