import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { type LineRecord, runsContract } from '../contract/runs.ts';
import { LineSteps } from './run-lines.tsx';
import { LineReason, WechatFacts } from './wechat-facts.tsx';

const { listLines, retryLines } = runsContract;

const retry: Action<LineRecord[]> = {
  label: 'sharing:automatic.retry',
  icon: 'refresh',
  call: callOf(retryLines, (lines: LineRecord[]) => ({ ids: lines.map(({ id }) => id) })),
  success: 'sharing:automatic.retried',
};

/** Shares that could not be paid, why, and the way to try again. */
export const FailureList = listPage({
  id: 'failures',
  endpoint: listLines,
  input: { state: 'failed' },
  columns: [
    'receiverName',
    { key: 'reason', phone: 'more' },
    'fieldName',
    'day',
    'orderNumber',
    { key: 'openFen', sortBy: 'dueFen' },
  ],
  rowActions: [forOne(retry)],
  bulkActions: [retry],
  rowDetail: (row) => (
    <>
      <LineReason line={row} />
      <LineSteps line={row} />
      <WechatFacts line={row} />
    </>
  ),
  rowTitle: (row) => `${row.receiverName} ${row.orderNumber}`,
  empty: { title: 'sharing:automatic.noFailures', hint: 'sharing:automatic.noFailuresHint' },
});
