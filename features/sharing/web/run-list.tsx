import { siteFilter } from '#features/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { type RunRecord, runsContract } from '../contract/runs.ts';
import { runStates } from '../contract/shared.ts';
import { RunBadge } from './display.tsx';
import { RunLines } from './run-lines.tsx';

const daysOf = ({ fromDay, toDay }: RunRecord) => (fromDay === toDay ? fromDay : `${fromDay} – ${toDay}`);

const list = defineList({
  id: 'runs',
  endpoint: runsContract.listRuns,
  columns: [
    {
      key: 'fieldName',
      label: 'sharing:field.site',
      primary: true,
    },
    { key: 'fromDay', label: 'sharing:field.period', sortable: true, secondary: true, render: daysOf },
    { key: 'orders', label: 'sharing:field.orders', align: 'right' },
    {
      key: 'grossFen',
      label: 'sharing:field.gross',
      align: 'right',
      render: (row) => <Money fen={row.grossFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'earnedFen',
      label: 'sharing:field.share',
      align: 'right',
      render: (row) => <Money fen={row.earnedFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'paidFen',
      label: 'sharing:lineState.paid',
      align: 'right',
      render: (row) => <Money fen={row.paidFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'failedFen',
      label: 'sharing:lineState.failed',
      align: 'right',
      render: (row) => <Money fen={row.failedFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'state',
      label: 'sharing:field.state',
      trailing: true,
      render: (row) => <RunBadge state={row.state} />,
      exportAs: {
        values: Object.fromEntries(runStates.map((state) => [state, `sharing:runState.${state}`])),
      },
    },
  ],
  filters: [
    siteFilter('sharing:field.site'),
    {
      kind: 'choice',
      name: 'state',
      label: 'sharing:field.state',
      options: runStates.map((value) => ({ value, label: `sharing:runState.${value}` })),
    },
  ],
  rowDetail: (row) => <RunLines run={row} />,
  rowTitle: (row) => `${row.fieldName} ${daysOf(row)}`,
  empty: { title: 'sharing:automatic.noRuns', hint: 'sharing:automatic.noRunsHint' },
  live: 'sharing.',
  export: true,
});

/** What was shared, period by period. */
export const RunList = () => <ListPage definition={list} />;
