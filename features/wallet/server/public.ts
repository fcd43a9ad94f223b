export { type FeeParts, type FeeStep, feeParts } from '../rules/fee-rules.ts';
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
export { feeLadder } from './keep-ladders.ts';
export { walletOfSite, walletOfUser } from './wallet-queries.ts';
