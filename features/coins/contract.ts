import { cashContract } from './contract/cash.ts';
import { cashierContract } from './contract/cashier.ts';
import { depositContract } from './contract/deposits.ts';
import { exchangeContract } from './contract/exchange.ts';
import { issueContract } from './contract/issue.ts';

export { issueChanged } from './contract/events.ts';

export const coinsContract = {
  ...cashContract,
  ...exchangeContract,
  ...issueContract,
  ...depositContract,
  ...cashierContract,
};
