import { serveFeature } from '#kit/server/context.ts';
import { walletFeature } from '../feature.ts';
import { adjustMoney, decideAdjustment, listAdjustments, listOrganisations } from './adjustments.ts';
import { askDepositReturn, askWithdrawal, quoteWithdrawal, readWithdrawalChoices } from './ask-withdrawal.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { listSettlements, removeWallet, saveWallet, settleSite } from './change-wallets.ts';
import { walletChecks } from './checks.ts';
import { decideWithdrawal, revealPayee } from './decide-withdrawal.ts';
import { checkDeposit, listDeposits, payDeposit } from './deposits.ts';
import { keepLadders } from './fee-rates.ts';
import { listFranchiseeWithdrawals, listWithdrawals } from './list-withdrawals.ts';
import { bindPayee, readPayee } from './payee.ts';
import { watchPayouts } from './payout-ends.ts';
import { readConfig, savePolicy } from './policy.ts';
import { listRates, listRateVersions, readRates, setRates } from './rates.ts';
import { listBalances, listWallets, readMember, readWallet } from './read-wallets.ts';
import {
  listCapitalFlow,
  listFlow,
  listFlowOfUser,
  readIncome,
  readMovement,
  sumFlow,
} from './statements.ts';
import { transferMoney } from './transfer-money.ts';

export default serveFeature(walletFeature, {
  checks: walletChecks,
  handlers: {
    readWallet,
    listWallets,
    saveWallet,
    removeWallet,
    transferMoney,
    listSettlements,
    settleSite,
    listBalances,
    readMember,
    listFlow,
    listFlowOfUser,
    listCapitalFlow,
    sumFlow,
    readMovement,
    readIncome,
    readRates,
    listRates,
    listRateVersions,
    setRates,
    readConfig,
    readWithdrawalChoices,
    quoteWithdrawal,
    askWithdrawal,
    askDepositReturn,
    listWithdrawals,
    listFranchiseeWithdrawals,
    cancelWithdrawal,
    decideWithdrawal,
    revealPayee,
    readPayee,
    bindPayee,
    checkDeposit,
    payDeposit,
    listDeposits,
    savePolicy,
    adjustMoney,
    listAdjustments,
    decideAdjustment,
    listOrganisations,
  },
  async start(services) {
    watchPayouts(services);
    return keepLadders(services.db);
  },
});
