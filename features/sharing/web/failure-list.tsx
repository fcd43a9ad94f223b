import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { rulesContract } from '../contract/rules.ts';
import { type LineRecord, runsContract } from '../contract/runs.ts';
import { failureReasons } from '../contract/shared.ts';
import { LineSteps } from './run-lines.tsx';
import classes from './sharing.module.css';
import { LineReason, WechatFacts } from './wechat-facts.tsx';

const { listLines, listRuns, retryLines } = runsContract;

const retry: Action<LineRecord[]> = {
  label: 'sharing:automatic.retry',
  icon: 'refresh',
  call: callOf(retryLines, (lines: LineRecord[]) => ({ ids: lines.map(({ id }) => id) })),
  success: 'sharing:automatic.retried',
  invalidates: [rulesContract.listRules, listRuns],
};

const list = defineList({
  id: 'failures',
  endpoint: listLines,
  input: { state: 'failed' },
  columns: [
    { key: 'receiverName', label: 'sharing:field.receiver', primary: true },
    {
      key: 'reason',
      label: 'sharing:field.reason',
      secondary: true,
      render: (row) => <LineReason line={row} />,
      exportAs: {
        values: Object.fromEntries(failureReasons.map((reason) => [reason, `sharing:reason.${reason}`])),
      },
    },
    { key: 'fieldName', label: 'sharing:field.site' },
    {
      key: 'day',
      label: 'sharing:field.day',
      render: (row) => <span className={classes.oneLine}>{row.day}</span>,
    },
    { key: 'orderNumber', label: 'sharing:field.order' },
    {
      key: 'dueFen',
      label: 'sharing:field.open',
      align: 'right',
      trailing: true,
      sortable: true,
      render: (row) => <Money fen={row.dueFen - row.paidFen - row.waitingFen} />,
      noExport: true,
    },
  ],
  rowActions: [forOne(retry)],
  bulkActions: [retry],
  rowDetail: (row) => (
    <>
      <LineSteps line={row} />
      <WechatFacts line={row} />
    </>
  ),
  rowTitle: (row) => `${row.receiverName} ${row.orderNumber}`,
  empty: { title: 'sharing:automatic.noFailures', hint: 'sharing:automatic.noFailuresHint' },
  live: 'sharing.',
  export: true,
});

/** Shares that could not be paid, why, and the way to try again. */
export const FailureList = () => <ListPage definition={list} />;
