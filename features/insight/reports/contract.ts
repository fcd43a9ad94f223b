import { recordsContract } from './contract/records.ts';
import { revenueContract } from './contract/revenue.ts';
import { statementsContract } from './contract/statements.ts';
import { statisticsContract } from './contract/statistics.ts';

export const reportsContract = {
  ...statisticsContract,
  ...recordsContract,
  ...revenueContract,
  ...statementsContract,
};
