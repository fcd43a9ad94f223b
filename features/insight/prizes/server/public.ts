export { coinWorth } from './coin-worth.ts';
