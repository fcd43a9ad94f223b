export { registerSearch } from './searchers.ts';
