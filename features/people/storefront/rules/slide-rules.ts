/** Pages of ours that a picture can lead to, each about the shop in whose app the picture is seen. */
export const ownPages = {
  buy: '/program/home/vip_buynow',
  cards: '/benefit_card_shop',
  goods: '/program/goods',
  store: '/subIntegralStore',
  tasks: '/subIntegralStore/dailyTasks',
  ranking: '/program/home/Lotteryticket',
  fansGroup: '/program/my/fansGroup',
} as const;
export type OwnPage = keyof typeof ownPages;

export interface SlideLink {
  link: 'none' | 'page' | 'outside';
  page: OwnPage | null;
  address: string | null;
}

export interface SlideDays {
  enabled: boolean;
  fromDay: string | null;
  toDay: string | null;
}

export type SlideState = 'shown' | 'waiting' | 'over' | 'off';

/** What becomes of a picture on a business day of the shop. */
export function stateOn({ enabled, fromDay, toDay }: SlideDays, day: string): SlideState {
  if (!enabled) return 'off';
  if (toDay !== null && toDay < day) return 'over';
  return fromDay !== null && fromDay > day ? 'waiting' : 'shown';
}

/** Only https, only whole hosts of the list, and nothing in front of the host that looks like another one. */
export function isAllowed(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' && origins.includes(origin);
}

/** Where a tap leads; null: nowhere. A host that is allowed no longer is led to no longer. */
export function targetOf(slide: SlideLink, fieldId: string, origins: readonly string[]): string | null {
  if (slide.link === 'page' && slide.page)
    return `${ownPages[slide.page]}?${new URLSearchParams({ fieldId })}`;
  if (slide.link === 'outside' && slide.address && isAllowed(slide.address, origins)) return slide.address;
  return null;
}
