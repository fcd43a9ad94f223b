export { type FeeParts, type FeeStep, feeParts } from '../rules/fee-rules.ts';
export {
  channelAccount,
  clearing,
  counterAccount,
  type DirectChannel,
  directAccount,
  mintAccount,
  type OutsideChannel,
  owedAccount,
  platformAdjustment,
  platformFee,
  playerAccount,
  playerCashAccount,
  type WalletPurpose,
  walletAccount,
} from './account-names.ts';
export { livingWallet, takeWallet, walletForSale } from './heir-queries.ts';
export { incomeOfMonth } from './income-queries.ts';
export { feeLadder } from './keep-ladders.ts';
export { readPolicy } from './policy-queries.ts';
export { lockMoney, walletOfSite, walletOfUser } from './wallet-queries.ts';
