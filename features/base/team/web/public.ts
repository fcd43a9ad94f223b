/** What other features may use of the team's pages. */
export { accessActions } from './staff-actions.ts';
