/**
 * Stock for orders, the counter and recycling. Whatever writes takes the caller's transaction and a key of the caller's:
 * said again with the same key it does nothing twice. Pieces are kept (`reserve`) and then handed out or let go; to hand
 * out at once, both are called in one transaction.
 */
export { priceWords } from './good-records.ts';
export { type LowStock, listLowStock } from './level-queries.ts';
export { recycle, takeBack } from './recycle-stock.ts';
export { handOut, keepUntil, release, reserve } from './reserve-stock.ts';
export { storeView, variantView } from './shared-queries.ts';
export {
  countShopGoods,
  type PricedVariant,
  pageShopGoods,
  readShopGood,
  readShopVariants,
  type ShopGood,
  type ShopVariant,
  shopStoreOf,
} from './shop-goods.ts';
export { type FoundVariant, findShopVariants, shopClasses } from './shop-variants.ts';
