interface Picture {
  /** address of the screen that is shown */
  address: string;
  /** what it is called, for readers who do not see it */
  title: string;
  /** what parts of the page bring after the page itself: the picture waits for these words */
  shows?: RegExp;
}

/** A machine of the demo: a screen about one machine has to be told which. */
const ofMachine = (path: string, code: string) => `${path}?machine=${code}`;

/**
 * The screen that a chapter shows at its beginning, as it is on a phone. `npm run help:pictures` makes them again in both languages
 * from a server with demo data; nothing is drawn into them.
 */
export const chapterPictures: Readonly<Record<string, Picture>> = {
  'getting-started': { address: '/home', title: 'app:shell.home', shows: /¥[\d,]+\.\d\d/ },
  sites: { address: '/tfaddress', title: 'sites:screen.list' },
  'register-machines': { address: '/register_equip', title: 'fleet:screen.register' },
  'wifi-pairing': { address: '/distribution_network', title: 'pairing:screen.pairing' },
  'offline-and-faults': { address: '/equipmentList', title: 'fleet:screen.list' },
  alerts: { address: '/alerts', title: 'alerts:screen.list' },
  'price-and-coins': { address: ofMachine('/consumeSetting', 'CW10001'), title: 'settings:screen.consume' },
  'payout-rate': {
    address: ofMachine('/dollMachineSetting2', 'CW10001'),
    title: 'settings:screen.clawForce',
  },
  'batch-and-presets': { address: '/batchModify', title: 'settings:screen.batch' },
  'sim-cards': { address: '/cardmanage', title: 'simcards:screen.list' },
  firmware: { address: '/versionControl', title: 'firmware:screen.versions' },
  'lanes-and-replenishment': { address: '/replenishment', title: 'vending:screen.replenishment' },
  gifts: { address: '/giftmanage', title: 'gifts:screen.list' },
  'counter-sale': { address: '/counter_sale', title: 'orders:screen.sale' },
  'orders-and-refunds': { address: '/order_center', title: 'orders:screen.center' },
  'fault-orders': { address: '/fault_order', title: 'orders:screen.faults' },
  coins: { address: '/issue_coins', title: 'coins:screen.issue' },
  income: { address: '/details_income', title: 'figures:screen.income' },
  wallet: { address: '/wallet', title: 'wallet:screen.wallet' },
  withdrawals: { address: '/put_forward', title: 'wallet:screen.withdraw' },
  'fees-and-collecting': { address: '/paymentChannel', title: 'onboarding:screen.channel' },
  sharing: { address: '/automatic_ledger', title: 'sharing:screen.automatic' },
  staff: { address: '/managezzh', title: 'team:screen.staff' },
  'roles-and-permissions': { address: '/account_job', title: 'team:screen.roles' },
  franchisees: { address: '/managejms', title: 'partners:screen.franchisees' },
};

/** Where readers get it; the file lies in `app/web/public`. */
export const picturePath = (slug: string, language: string) => `/manual/${slug}.${language}.webp`;
