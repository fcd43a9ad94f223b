export {
  campaignAccount,
  channelAccount,
  clearing,
  counterAccount,
  type DirectChannel,
  directAccount,
  groupBuyAccount,
  mintAccount,
  type OutsideChannel,
  openingAccount,
  owedAccount,
  platformAdjustment,
  platformAds,
  platformFee,
  playerAccount,
  playerCashAccount,
  walletAccount,
} from './account-names.ts';
export { type AccountName, accountId, type Balance, lockAccounts, readBalances } from './accounts.ts';
export { balanceView } from './balance-queries.ts';
export { correctionKind, uncorrected } from './corrected-entries.ts';
export { type HoldEnd, type HoldRequest, openHold, postHold, voidHold } from './holds.ts';
export { prove } from './prove.ts';
export {
  type Movement,
  type OwnerLine,
  pageOwnerLines,
  pageStatement,
  readMovement,
  readStatement,
  type StatementFilter,
  type StatementLine,
  type StatementPage,
  sumStatement,
} from './statement-queries.ts';
export { readSubjectEntries, type SubjectEntry } from './subject-queries.ts';
export { findSubjects, registerSubjects, type SubjectView } from './subjects.ts';
export { gainsByTenant, gainsOf } from './total-queries.ts';
export {
  InsufficientFunds,
  type Leg,
  type PostedTransfer,
  postTransfers,
  reverseTransfer,
  type TransferRequest,
} from './transfers.ts';
