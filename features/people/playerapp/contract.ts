import { buyContract } from './contract/buy.ts';
import { chargeContract } from './contract/charge.ts';
import { memberCodeContract } from './contract/member-code.ts';
import { moneyContract } from './contract/money.ts';
import { ownDataContract } from './contract/own-data.ts';
import { payPasswordContract } from './contract/pay-password.ts';
import { profileContract } from './contract/profile.ts';
import { shopsContract } from './contract/shops.ts';

export type { StoredOffer, StoredPayWay } from './contract/buy.ts';
export { type OwnCharge, ownChargeChanged } from './contract/charge.ts';
export { codeSeconds, isMemberCode } from './contract/member-code.ts';
export type { OwnMoney } from './contract/money.ts';
export { recordUnits } from './contract/money.ts';
export { highestLimitFen } from './contract/own-data.ts';
export { highestFreeCoins, highestFreeFen } from './contract/pay-password.ts';
export type { MachineState, Shop, ShopMachine } from './contract/shops.ts';

export const playerAppContract = {
  ...shopsContract,
  ...moneyContract,
  ...ownDataContract,
  ...memberCodeContract,
  ...buyContract,
  ...payPasswordContract,
  ...chargeContract,
  ...profileContract,
};
