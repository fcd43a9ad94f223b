export { type PayOutcome, type PreparedForBrowser, payWith } from './pay-with.ts';
