export const progressPath = (orderNumber: string) => `/start_equip?orderNumber=${orderNumber}`;
