import { balanceChoiceContract } from './contract/balance-choice.ts';
import { depositsContract } from './contract/deposits.ts';
import { handoversContract } from './contract/handovers.ts';
import { platformContract } from './contract/platform.ts';
import { ratesContract } from './contract/rates.ts';
import { statementsContract } from './contract/statements.ts';
import { walletsContract } from './contract/wallets.ts';
import { withdrawalsContract } from './contract/withdrawals.ts';

export const walletContract = {
  ...walletsContract,
  ...handoversContract,
  ...balanceChoiceContract,
  ...statementsContract,
  ...ratesContract,
  ...withdrawalsContract,
  ...depositsContract,
  ...platformContract,
};
