import { recordOf } from '#kit/contract/meaning.ts';
import type { DetailRowSpec } from '#kit/pages/detail-definition.ts';
import { Rows } from '#kit/pages/detail-parts.tsx';
import type { ColumnSpec } from '#kit/pages/list-specs.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';
import { walletContract } from '../contract.ts';

/** What every list of withdrawals shows; over all organisations the first question is whose it is. */
export const withdrawalColumns = (ofAll: boolean): readonly ColumnSpec<WithdrawalRecord>[] => [
  ...(ofAll ? [{ key: 'tenantName', phone: 'what' } as const] : []),
  'amountFen',
  { key: 'feeFen', phone: false },
  { key: 'arrivesFen', phone: false },
  { key: 'createdAt', label: 'wallet:field.askedAt' },
  { key: 'kind', label: 'wallet:field.withdrawalKind', phone: 'more' },
  { key: 'targetName', label: 'wallet:field.target', phone: ofAll ? 'more' : 'what' },
];

const schema = recordOf(walletContract.listWithdrawals.output)!;

/** A field that is left out while it is empty. */
const known = (key: keyof WithdrawalRecord, wide = false): DetailRowSpec<WithdrawalRecord> => ({
  key,
  label: `wallet:field.${key}`,
  wide,
  visible: (row) => Boolean(row[key]),
});

const rowsFor = (forPlatform: boolean): DetailRowSpec<WithdrawalRecord>[] => [
  { key: 'stage', label: 'wallet:field.state' },
  known('reason', true),
  known('failure', true),
  {
    label: 'wallet:field.tenantName',
    value: (row) => `${row.tenantName} ${row.tenantId}`,
    visible: () => forPlatform,
  },
  { key: 'walletName', label: 'wallet:field.wallet' },
  'userName',
  { key: 'createdAt', label: 'wallet:field.askedAt' },
  'amountFen',
  'feeFen',
  'arrivesFen',
  { key: 'targetName', label: 'wallet:field.target' },
  known('payeeName'),
  ...(forPlatform ? [known('takenByName'), known('approvedByName'), known('secondByName')] : []),
  {
    key: 'decidedByName',
    visible: (row) => (forPlatform || row.state === 'cancelled') && row.decidedByName !== '',
  },
  known('bankReference'),
  known('endedAt'),
];

/** Everything about one withdrawal. */
export const WithdrawalDetail = ({
  row,
  forPlatform = false,
}: {
  row: WithdrawalRecord;
  forPlatform?: boolean;
}) => <Rows rows={rowsFor(forPlatform)} subject={{ schema, texts: 'wallet', data: row }} />;
