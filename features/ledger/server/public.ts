export { type AccountName, type Balance, readBalances } from './accounts.ts';
export { type HoldEnd, type HoldRequest, openHold, postHold, voidHold } from './holds.ts';
export { addCheck, type ExtraCheck, prove } from './prove.ts';
export { readStatement, type StatementLine } from './statements.ts';
export {
  InsufficientFunds,
  type Leg,
  type PostedTransfer,
  postTransfers,
  reverseTransfer,
  type TransferRequest,
} from './transfers.ts';
