export { sendCode } from './send-code.ts';
