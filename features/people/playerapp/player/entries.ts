export interface Entry {
  to: string;
  /** `playerapp:entry.<name>` and `playerapp:entryHint.<name>` */
  name: string;
}

/** What a player finds under "me", in groups. */
export const entries: readonly (readonly Entry[])[] = [
  [
    { to: '/program/home/vip_buynow', name: 'buy' },
    { to: '/my_card', name: 'cards' },
    { to: '/program/my/OrdersCenter', name: 'orders' },
    { to: '/onlineRefundSupplement', name: 'supplement' },
  ],
  [
    { to: '/playerTransactionRecord', name: 'transactions' },
    { to: '/spend_record', name: 'spending' },
    { to: '/program/my/records', name: 'records' },
  ],
  [
    { to: '/subIntegralStore', name: 'store' },
    { to: '/subIntegralStore/order', name: 'exchanges' },
    { to: '/subIntegralStore/integral', name: 'points' },
    { to: '/subIntegralStore/dailyTasks', name: 'tasks' },
    { to: '/point-voucher', name: 'voucher' },
    { to: '/program/playerTickets', name: 'tickets' },
    { to: '/program/home/Lotteryticket', name: 'ranking' },
    { to: '/program/my/fansGroup', name: 'fansGroup' },
  ],
  [
    { to: '/program/my/modifyMaterials', name: 'self' },
    { to: '/subIntegralStore/addAddress', name: 'addresses' },
    { to: '/program/my/modifyPassword', name: 'password' },
    { to: '/program/my/identities', name: 'identities' },
  ],
];
