export { payPasswordPattern } from '../rules/pay-password-rules.ts';
export { homePath, shopsPath } from './addresses.ts';
export { default as askPayPassword } from './ask-pay-password.ts';
export { AtShop, ChooseShop, useShopHere } from './at-shop.tsx';
export { useChosenShop } from './chosen-shop.ts';
export { CounterAsk, counterAskEveryMs } from './counter-ask.tsx';
export { momentText, SignedAmount, Whole } from './own-texts.tsx';
export { PasswordField } from './password-field.tsx';
