export interface Entry {
  to: string;
  /** `program:entry.<name>` and `program:entryHint.<name>` */
  name: string;
}

/** What a player finds under "me", in groups. */
export const entries: readonly (readonly Entry[])[] = [
  [
    { to: '/program/home/vip_buynow', name: 'buy' },
    { to: '/program/my/OrdersCenter', name: 'orders' },
    { to: '/onlineRefundSupplement', name: 'supplement' },
  ],
  [
    { to: '/playerTransactionRecord', name: 'transactions' },
    { to: '/spend_record', name: 'spending' },
    { to: '/program/my/records', name: 'records' },
  ],
  [
    { to: '/program/my/modifyMaterials', name: 'self' },
    { to: '/program/my/modifyPassword', name: 'password' },
    { to: '/program/my/identities', name: 'identities' },
  ],
];
