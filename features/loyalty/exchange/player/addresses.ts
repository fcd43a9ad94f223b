const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

export const storePath = '/subIntegralStore';
export const ordersPath = '/subIntegralStore/order';
export const storeAddress = (fieldId: string) => withQuery(storePath, { fieldId });
export const giftsAddress = (fieldId: string) => withQuery('/program/home/goodsExchange', { fieldId });
export const giftAddress = (fieldId: string, goodId: string) =>
  withQuery('/program/home/goodsExchange/goodsDetail', { fieldId, goodId });
export const exchangeAddress = (fieldId: string, goodId: string) =>
  withQuery('/subIntegralStore/exchangeGood', { fieldId, goodId });
export const orderAddress = (id: string) => withQuery(ordersPath, { id });
/** Where an order is paid and followed. */
export const payAddress = (orderNumber: string) => withQuery('/start_equip', { orderNumber });
