import { accountsContract } from './contract/accounts.ts';
import { recyclingContract } from './contract/recycling.ts';
import { tasksContract } from './contract/tasks.ts';
import { vouchersContract } from './contract/vouchers.ts';

export type { AccountMonth } from './contract/accounts.ts';
export { type TaskKind, type TaskPeriod, taskKinds, type VoucherValue } from './contract/kinds.ts';
export type { PathRecord, RecycleGiftRecord, RecyclingRecord } from './contract/recycling.ts';
export type { OwnTask, TaskRecord } from './contract/tasks.ts';
export type { BatchRecord, CodeRecord, VoucherRecord } from './contract/vouchers.ts';

export const rewardsContract = {
  ...tasksContract,
  ...vouchersContract,
  ...recyclingContract,
  ...accountsContract,
};
