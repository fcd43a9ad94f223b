import { siteFilter } from '#features/base/sites/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { runsContract } from '../contract/runs.ts';
import { RunLines } from './run-lines.tsx';

/** What was shared, period by period. */
export const RunList = listPage({
  id: 'runs',
  endpoint: runsContract.listRuns,
  columns: [
    'fieldName',
    { key: 'period', sortBy: 'fromDay', phone: 'more' },
    'orders',
    'grossFen',
    { key: 'earnedFen', phone: 'amount' },
    'paidFen',
    'failedFen',
    'state',
  ],
  filters: [siteFilter(), 'state'],
  rowDetail: (row) => <RunLines run={row} />,
  rowTitle: (row) => `${row.fieldName} ${row.period}`,
  empty: { title: 'sharing:automatic.noRuns', hint: 'sharing:automatic.noRunsHint' },
});
