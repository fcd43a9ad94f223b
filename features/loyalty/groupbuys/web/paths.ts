import type { Platform } from '../contract/kinds.ts';

/** Where the pages of each platform stand. */
export const paths = {
  douyin: { home: '/douyin', store: '/shopDetail', records: '/verificationDetail', deals: '/groupPackage' },
  meituan: {
    home: '/meituan',
    store: '/mtShopDetail',
    records: '/mtVerificationDetail',
    deals: '/meituan_store_package',
  },
} as const satisfies Record<Platform, object>;

export const storeAddress = (platform: Platform, id: string) => `${paths[platform].store}?id=${id}`;

/** A demo's platforms sell too: the page of a customer who buys a code. */
export const demoShop = (platform: Platform) => `/demo/deals/${platform}/buy`;
