import type { SimulatedStore } from './deal-simulator.ts';

type Place = Omit<SimulatedStore, 'storeId'>;

/** Stores that the merchant of a demo has at both platforms, as the platforms know them. */
const places: readonly Place[] = [
  {
    name: '星光电玩（天地广场店）',
    cityName: '上海市',
    address: '世纪大道 1268 号 B1 层',
    latitude: 31.22934,
    longitude: 121.5231,
  },
  {
    name: '星光电玩（天河城店）',
    cityName: '广州市',
    address: '天河路 208 号 5 楼',
    latitude: 23.13319,
    longitude: 113.3227,
  },
  {
    name: '星光电玩（西湖影城店）',
    cityName: '杭州市',
    address: '文三路 478 号',
    latitude: 30.27688,
    longitude: 120.1213,
  },
];

export const demoDouyinStores: readonly SimulatedStore[] = places.map((place, at) => ({
  ...place,
  storeId: `710000000000000000${at + 1}`,
}));
export const demoMeituanStores: readonly SimulatedStore[] = places.map((place, at) => ({
  ...place,
  storeId: `c0ffee00c0ffee00c0ffee0000000${at + 1}00`,
}));

export const demoDealAccounts = {
  douyin: { accountId: '7300000000000000001', accountName: '星光电玩' },
  meituan: { accountId: 'c0ffee00c0ffee00c0ffee00c0ffee00', accountName: '星光电玩' },
} as const;

/** What is on sale when a demo begins. */
export const demoDeals: readonly { title: string; priceFen: number; originalFen: number; uses?: number }[] = [
  { title: '30 枚游戏币畅玩券', priceFen: 1990, originalFen: 3000 },
  { title: '100 枚游戏币家庭券', priceFen: 5900, originalFen: 10000 },
  { title: '抓娃娃 5 次卡', priceFen: 4500, originalFen: 7500, uses: 5 },
];
