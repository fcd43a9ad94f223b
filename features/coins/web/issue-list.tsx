import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Time } from '#kit/ui/display.tsx';
import { issueStates } from '../contract/issue.ts';
import { coinsContract } from '../contract.ts';
import { IssueBadge, Receiver } from './issue-result.tsx';
import { dayFilter, siteFilter } from './machine.tsx';

const list = defineList({
  endpoint: coinsContract.listIssues,
  columns: [
    {
      key: 'playerName',
      label: 'coins:field.receiver',
      primary: true,
      render: (row) => <Receiver issue={row} />,
    },
    { key: 'fieldName', label: 'coins:field.site', secondary: true },
    {
      key: 'way',
      label: 'coins:issue.way',
      hideOnPhone: true,
      optional: true,
      exportAs: { values: { member: 'coins:issue.to.member', machine: 'coins:issue.to.machine' } },
    },
    { key: 'coins', label: 'coins:issue.coins', align: 'right', sortable: true },
    { key: 'counted', label: 'coins:field.counted', align: 'right' },
    { key: 'remark', label: 'coins:issue.reason' },
    { key: 'userName', label: 'coins:field.staff' },
    {
      key: 'state',
      label: 'coins:field.outcome',
      trailing: true,
      render: (row) => <IssueBadge issue={row} />,
      exportAs: {
        values: Object.fromEntries(issueStates.map((state) => [state, `coins:issueState.${state}`])),
      },
    },
    {
      key: 'createdAt',
      label: 'coins:field.createdAt',
      sortable: true,
      render: (row) => <Time value={row.createdAt} />,
      exportAs: { kind: 'instant' },
    },
  ],
  filters: [
    siteFilter,
    {
      kind: 'choice',
      name: 'way',
      label: 'coins:issue.way',
      options: [
        { value: 'member', label: 'coins:issue.to.member' },
        { value: 'machine', label: 'coins:issue.to.machine' },
      ],
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'coins:field.outcome',
      options: issueStates.map((state) => ({ value: state, label: `coins:issueState.${state}` })),
    },
    dayFilter,
  ],
  empty: { title: 'coins:issue.empty', hint: 'coins:issue.emptyHint' },
  live: 'coinIssue.changed',
  export: true,
});

export const IssueList = () => <ListPage definition={list} />;
