export { isMemberCode } from '../contract.ts';
