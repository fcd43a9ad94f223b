/** A simulated platform's shop: somebody buys a deal and is shown the code. Of our own design. */
import { dealShopPage } from './deal-pages.ts';
import type { DealSimulator } from './deal-simulator.ts';
import type { PageReply, PageRequest } from './simulator-pages.ts';

/** Where it stands, behind the mount of the platform. */
export const dealShopPath = '/buy';

/** What is on sale, and after a purchase the codes; undefined for other pages. */
export function dealShop(
  { control }: Pick<DealSimulator, 'control'>,
  { path, method, params, mount = '' }: PageRequest,
): PageReply | undefined {
  if (path !== dealShopPath) return undefined;
  const deals = control.deals().filter(({ onSale }) => onSale);
  const chosen = method === 'POST' ? deals.find(({ dealId }) => dealId === params.choice) : undefined;
  const codes = chosen ? control.sell(chosen.dealId).map(({ code, qr }) => ({ code, qr })) : [];
  return { status: 200, html: dealShopPage({ action: mount + dealShopPath, deals, codes }) };
}
