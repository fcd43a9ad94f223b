export { type Confirmation, confirmTransfer } from './confirm-transfer.ts';
export { type PayOutcome, type PreparedForBrowser, payWith } from './pay-with.ts';
