import { cashContract } from './contract/cash.ts';
import { cashierContract } from './contract/cashier.ts';
import { depositContract } from './contract/deposits.ts';
import { exchangeMachinesContract } from './contract/exchange-machines.ts';
import { issueContract } from './contract/issue.ts';

export { issueChanged } from './contract/events.ts';

export const coinsContract = {
  ...cashContract,
  ...exchangeMachinesContract,
  ...issueContract,
  ...depositContract,
  ...cashierContract,
};
