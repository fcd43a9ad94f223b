import type { Column } from '#kit/pages/list-definition.ts';
import { Money, Time } from '#kit/ui/display.tsx';
import { movementKinds } from '../contract/shared.ts';
import type { FlowLine } from '../contract/statements.ts';
import { MovementName } from './wallet-parts.tsx';

export const kindOptions = movementKinds.map((kind) => ({ value: kind, label: `wallet:kind.${kind}` }));

export const directionOptions = [
  { value: 'in', label: 'wallet:direction.in' },
  { value: 'out', label: 'wallet:direction.out' },
];

export const flowColumns: readonly Column<FlowLine>[] = [
  {
    key: 'kind',
    label: 'wallet:field.kind',
    primary: true,
    render: (line) => <MovementName kind={line.kind} />,
    exportAs: { values: Object.fromEntries(movementKinds.map((kind) => [kind, `wallet:kind.${kind}`])) },
  },
  {
    key: 'createdAt',
    label: 'wallet:field.time',
    secondary: true,
    render: (line) => <Time value={line.createdAt} pattern="Y-m-d H:M:S" />,
    exportAs: { kind: 'instant' },
  },
  {
    key: 'amountFen',
    label: 'wallet:field.amount',
    align: 'right',
    trailing: true,
    render: (line) => <Money fen={line.amountFen} signed />,
    exportAs: { kind: 'money' },
  },
  {
    key: 'balanceFen',
    label: 'wallet:field.balanceAfter',
    align: 'right',
    render: (line) => <Money fen={line.balanceFen} />,
    exportAs: { kind: 'money' },
  },
  { key: 'remark', label: 'wallet:field.remark', hideOnPhone: true },
  { key: 'transferId', label: 'wallet:field.movementId', optional: true, hideOnPhone: true },
];
