/** Open to everybody by the specification, whether their screens are built yet or not. */
const publicPaths: ReadonlySet<string> = new Set([
  '/user_register',
  '/login',
  '/forgetpass',
  '/index',
  '/employee-register',
  '/ycsf',
  '/start_equip',
  '/benefit_card_shop',
  '/detail_card',
  '/my_card',
  '/buy_card',
  '/depositing_coins',
  '/depositing_tickets',
  '/subIntegralStore',
  '/subIntegralStore/order',
  '/subIntegralStore/integral',
  '/subIntegralStore/dailyTasks',
  '/subIntegralStore/exchangeGood',
  '/subIntegralStore/addAddress',
  '/point-voucher',
  '/red-packet',
  '/orderConfirm',
  '/onlineRefundSupplement',
  '/middleStation',
  '/spend_record',
  '/playerTransactionRecord',
  '/errorPage',
]);

/** Players come here from a scanned code or a message: staff's log-in is nothing to them. */
const staffEntry: ReadonlySet<string> = new Set([
  '/user_register',
  '/login',
  '/forgetpass',
  '/employee-register',
]);

const bare = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '');

export const isPublicPath = (pathname: string): boolean =>
  publicPaths.has(bare(pathname)) || /^\/program(\/|$)/.test(pathname);

export const isPlayerPath = (pathname: string): boolean =>
  isPublicPath(pathname) && !staffEntry.has(bare(pathname));
