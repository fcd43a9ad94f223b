import { audit } from '#kit/server/audit.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { sites } from './tables.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const workDays = [1, 2, 3, 4, 5];
const weekend = [6, 7];

const merchantSites = [
  {
    name: '星光天地广场店',
    type: 'mall' as const,
    regionCode: '310115',
    address: '世纪大道 1268 号 B1 层 12 号铺',
    latitude: 31.22934,
    longitude: 121.53028,
    isDefault: true,
    openingHours: [{ days: everyDay, period: '10:00-22:00' }],
    contactName: '陈嘉怡',
    contactNumber: '13800000021',
    refundMode: 'automatic' as const,
    businessCategoryCode: 10402,
    remark: '扶梯口右侧，商场闭店前半小时清机',
  },
  {
    name: '天河城电玩馆',
    type: 'arcade' as const,
    regionCode: '440106',
    address: '天河路 208 号 5 楼',
    latitude: 23.13319,
    longitude: 113.32296,
    openingHours: [
      { days: workDays, period: '11:00-22:30' },
      { days: weekend, period: '10:00-02:00' },
    ],
    contactName: '梁志强',
    contactNumber: '13800000022',
    refundMode: 'manual' as const,
    businessCategoryCode: 10401,
    remark: '周末通宵至凌晨两点，需安排夜班',
  },
  {
    name: '西湖影城候场区',
    type: 'cinema' as const,
    regionCode: '330106',
    address: '文三路 478 号影城大厅',
    latitude: 30.27688,
    longitude: 120.13026,
    openingHours: [{ days: everyDay, period: '09:30-24:00' }],
    contactName: '沈露',
    contactNumber: '13800000023',
    refundMode: 'automatic' as const,
    businessCategoryCode: 10406,
  },
  {
    name: '锦江生鲜超市入口',
    type: 'supermarket' as const,
    regionCode: '510104',
    address: '东大街下东大街段 199 号',
    latitude: 30.65341,
    longitude: 104.08316,
    openingHours: [{ days: everyDay, period: '08:00-21:30' }],
    contactName: '罗敏',
    contactNumber: '028-86668888',
    refundMode: 'manual' as const,
    businessCategoryCode: 10202,
  },
  {
    name: '颐和园东门游客中心',
    type: 'scenic' as const,
    regionCode: '110108',
    address: '新建宫门路 19 号游客中心一层',
    latitude: 39.99911,
    longitude: 116.28137,
    enabled: false,
    openingHours: [
      { days: workDays, period: '08:30-17:00' },
      { days: weekend, period: '08:00-18:00' },
    ],
    contactName: '赵春生',
    contactNumber: '13800000025',
    refundMode: 'manual' as const,
    remark: '场馆修缮，暂停营业',
  },
];

const merchant2Sites = [
  {
    name: '深圳北站候车厅',
    type: 'transport' as const,
    regionCode: '440309',
    address: '致远中路 28 号二层 B 区',
    latitude: 22.60986,
    longitude: 114.02941,
    isDefault: true,
    openingHours: [{ days: everyDay, period: '06:30-23:30' }],
    contactName: '黄俊杰',
    contactNumber: '13800000031',
    refundMode: 'automatic' as const,
  },
  {
    name: '南山科技园休闲角',
    type: 'other' as const,
    regionCode: '440305',
    address: '科苑路 15 号园区食堂旁',
    latitude: 22.54034,
    longitude: 113.94548,
    openingHours: [{ days: workDays, period: '08:00-20:00' }],
    contactName: '吴晓彤',
    contactNumber: '13800000032',
    refundMode: 'manual' as const,
  },
];

const owners = {
  merchant: { name: '陈立新', list: merchantSites },
  merchant2: { name: '林晓彤', list: merchant2Sites },
};

const demoSites: DemoPart = {
  order: 20,
  async seed(tx) {
    for (const [owner, { name, list }] of Object.entries(owners)) {
      const tenantId = demoTenants[owner as keyof typeof owners];
      const scope = tenantScope(tenantId);
      const numbered = list.map((site, index) => ({
        ...site,
        id: demoId(`site:${owner}:${index + 1}`),
        sort: index + 1,
      }));
      await insert(tx, scope, sites, numbered);
      const session = { userId: demoId(`user:${owner}`), tenantId, account: owner, name };
      for (const site of numbered) {
        await audit(
          tx,
          { session, address: '127.0.0.1' },
          { action: 'sites.create', entity: 'site', entityId: site.id, label: site.name, after: site },
        );
      }
    }
  },
};
export default demoSites;
