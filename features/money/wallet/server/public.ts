export { type FeeParts, type FeeStep, feeParts } from '../rules/fee-rules.ts';
export { reachOf } from './balance-choice-handlers.ts';
export { livingWallet, takeWallet, walletForSale } from './heir-queries.ts';
export { feeLadder } from './keep-ladders.ts';
export { type Holding, holdingsOf, holdingsOfAll } from './player-holdings.ts';
export { readPolicy } from './policy-queries.ts';
export { registerSales, type WalletSales } from './sales.ts';
export { hasMoneyAt, pursesAt, spendableAt, spendableBySite } from './spendable.ts';
export { lockMoney, walletOfSite, walletOfUser } from './wallet-queries.ts';
