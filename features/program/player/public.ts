export { askPayPassword } from './ask-pay-password.ts';
