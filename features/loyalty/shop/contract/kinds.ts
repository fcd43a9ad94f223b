export const base = '/api/blade-goodsShop' as const;

/** Different ones in a cart. */
export const mostLines = 30;
