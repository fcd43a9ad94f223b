/** What partners uses of the team: franchisees are accounts too. */
export { pageAccounts } from './account-queries.ts';
export { closeAccount, findOfType, lockOfType } from './change-staff.ts';
export { judgeSites } from './judge-assignment.ts';
export { personHit } from './search-staff.ts';
