/** Kinds of equipment an operator can place at a site. */
export const deviceTypes = [
  'claw',
  'exchange',
  'vending',
  'lipstick',
  'lottery',
  'cabinet',
  'deposit',
] as const;
export type DeviceType = (typeof deviceTypes)[number];
