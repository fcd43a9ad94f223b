export { type FeeParts, type FeeStep, feeParts } from '../fees.ts';
export {
  channelAccount,
  clearing,
  counterAccount,
  type DirectChannel,
  directAccount,
  mintAccount,
  type OutsideChannel,
  platformFee,
  playerAccount,
  type WalletPurpose,
  walletAccount,
} from './account-names.ts';
export { feeLadder } from './fee-rates.ts';
export { walletOfSite, walletOfUser } from './wallets.ts';
