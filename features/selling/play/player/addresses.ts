export const progressPath = (orderNumber: string) => `/start_equip?orderNumber=${orderNumber}`;
/** Where goods that were bought in the app are followed. */
export const ownOrderPath = (orderNumber: string) =>
  `/program/my/OrdersCenter/OrderDetails?orderNumber=${orderNumber}`;
