/** What other features may use of partners. */
export { registerEarnings } from './earnings.ts';
export { type Leaving, onFranchiseeLeaving } from './leaving.ts';
