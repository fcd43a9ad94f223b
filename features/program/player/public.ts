export { payPasswordPattern } from '../rules/pay-password-rules.ts';
export { askPayPassword } from './ask-pay-password.ts';
export { useChosenShop } from './chosen-shop.ts';
export { momentText, SignedAmount, Whole } from './own-texts.tsx';
export { PasswordField } from './password-field.tsx';
