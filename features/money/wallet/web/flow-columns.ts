import type { ColumnSpec } from '#kit/pages/list-specs.ts';
import type { FlowLine } from '../contract/statements.ts';

/** What all lists of movements have in common. */
export const flowList = {
  rowId: (line: FlowLine) => String(line.place),
  columns: [
    'kind',
    'createdAt',
    'amountFen',
    'balanceFen',
    { key: 'remark', phone: false },
    { key: 'transferId', optional: true },
  ] satisfies ColumnSpec<FlowLine>[],
  rowTo: (line: FlowLine) => `/money_detail?id=${line.transferId}`,
};
