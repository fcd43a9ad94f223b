const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

export const homePath = '/program';
export const shelfAddress = (fieldId: string) => withQuery('/program/goods', { fieldId });
export const goodAddress = (fieldId: string, goodId: string) =>
  withQuery('/program/goods/goodsDetails', { fieldId, goodId });
export const cartAddress = (fieldId: string) => withQuery('/program/goods/cart', { fieldId });
/** Of all that is in the cart, or of one thing at once. */
export const confirmAddress = (fieldId: string, direct?: { variantId: string; pieces: number }) =>
  withQuery('/program/goods/confirmOrder', {
    fieldId,
    ...(direct && { variantId: direct.variantId, pieces: String(direct.pieces) }),
  });
