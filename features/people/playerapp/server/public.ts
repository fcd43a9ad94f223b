/** Whom a scanned code names, whose turn it is to spend, and what the payment password lets through. */
export { holdSpending } from './limit-queries.ts';
export type { ScanRow } from './member-code-queries.ts';
export { confirmWish, findPayPassword, spendConfirmation } from './pay-password-queries.ts';
export { provePayPassword, proveWherePassword } from './prove-pay-password.ts';
export { takeScan } from './take-scan.ts';
