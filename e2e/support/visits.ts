import { discoverFeatures } from '#app/server/discover-features.ts';
import { contentContract } from '#features/base/content/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { redpacketsContract } from '#features/loyalty/redpackets/contract.ts';
import { simcardsContract } from '#features/machines/simcards/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { type Feature, screenRealms } from '#kit/contract/feature.ts';
import type { Screen } from '#kit/contract/screen.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { Api } from './api.ts';

export type Visitor = 'nobody' | 'merchant' | 'admin' | 'agent';

/** Which machine of the demo the screens about one machine are opened with. */
const deviceScreens: Record<string, string[]> = {
  CW10001: [
    '/machineSetting',
    '/dollMachineSetting',
    '/dollMachineSetting2',
    '/dollMachineSetting3',
    '/dollMachineSettingSingle',
    '/consumeSetting',
    '/signalSelection',
    '/clearData',
    '/screenRotation',
    '/screenType',
    '/wait_ad_time',
    '/equipRecord',
    '/equipmentDescription',
    '/edit_equip',
    '/giftset',
    '/remote_credit',
  ],
  CX10001: ['/currencyMachineSetting', '/jumSetBankNoTes', '/paperSwitch'],
  VM10001: ['/channelConfiguration', '/setGoods', '/vend_test'],
  LK10001: ['/setParamLipstick', '/setParamLipstickcs'],
  LT10001: ['/lotterySetting'],
};

const storeGood = { fieldId: demoId('site:merchant:1'), goodId: demoId('good:小熊抱枕') };

/** Screens that show one thing need to be told which. */
const queries: Record<string, (api: Api) => Promise<Record<string, string>>> = {
  '/employee-register': async (api) => {
    const merchant = await api.as('merchant');
    const [role] = await merchant.call(teamContract.listRoles, {});
    return { token: (await merchant.call(teamContract.createInvitation, { roleId: role!.id })).token };
  },
  '/seezzh': async () => ({ id: demoId('user:clerk') }),
  '/managejmsmd': async () => ({ id: demoId('user:franchisee') }),
  '/editaddress': async () => ({ id: demoId('site:merchant:1') }),
  '/edittfaddress': async () => ({ id: demoId('site:merchant:1') }),
  '/subIntegralStore/dailyTasks': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/errorPage': async () => ({ fieldId: demoId('site:merchant:5') }),
  // elsewhere it goes on by itself: here somebody said no to the platform's question
  '/middleStation': async () => ({ provider: 'wechat', state: 'x' }),
  '/introduce': (api) => firstArticle(api, 'introduction'),
  '/tutorial': (api) => firstArticle(api, 'tutorial'),
  '/member_detail': async () => ({ playerId: demoId(`player:${demoPeople[0]?.openId}`) }),
  '/card': async (api) => {
    const merchant = await api.as('merchant');
    return { id: (await merchant.call(simcardsContract.listCards, {})).records[0]!.id };
  },
  '/depositing_coins': async () => ({ equipmentId: 'DP10001' }),
  '/depositing_tickets': async () => ({ equipmentId: 'DP10001' }),
  '/orderConfirm': async () => ({ equipmentId: 'CW10001', choice: '1' }),
  '/program/home/vip_buynow': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/program/my/service/chat': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/benefit_card_shop': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/program/my/fansGroup': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/program/groupBuy': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/buy_card': async () => ({
    fieldId: demoId('site:merchant:1'),
    cardId: demoId('card-type:畅玩月卡'),
  }),
  '/program/goods': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/program/goods/goodsDetails': async () => ({
    fieldId: demoId('site:merchant:1'),
    goodId: demoId('good:星光帆布袋'),
  }),
  '/program/goods/cart': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/program/goods/confirmOrder': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/subIntegralStore': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/subIntegralStore/exchangeGood': async () => storeGood,
  '/program/home/goodsExchange': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/program/home/goodsExchange/goodsDetail': async () => storeGood,
  '/index2': async () => ({ equipmentId: 'VM10001' }),
  '/shop': async () => ({ fieldId: demoId('site:merchant:1') }),
  '/registered': async () => ({ equipmentId: 'CW10001' }),
  '/redPacket/detail/:id': async () => ({ id: demoId('red-packets:周末拼手气') }),
  '/red-packet': async (api) => {
    const { path } = await (await api.as('merchant')).call(redpacketsContract.readCampaign, {
      id: demoId('red-packets:周末拼手气'),
    });
    return { packet: new URLSearchParams(path.split('?')[1]).get('packet')! };
  },
  '/singleModify/:id': async () => ({ id: demoId('device:CW10001') }),
  ...Object.fromEntries(
    Object.entries(deviceScreens).flatMap(([code, paths]) =>
      paths.map((path) => [path, async () => ({ equipmentId: demoId(`device:${code}`) })]),
    ),
  ),
  '/order_detail': (api) => newestOrder(api),
  '/paySuccess': (api) => newestOrder(api),
  '/currencyAccount': async () => ({ equipmentId: demoId('device:CX10001') }),
  '/site_statement': async (api) => {
    const merchant = await api.as('merchant');
    const today = businessDay(new Date());
    const { path } = await merchant.call(reportsContract.makeStatementLink, {
      fieldId: demoId('site:merchant:1'),
      from: addDays(today, -6),
      to: today,
      validDays: 1,
    });
    return { '#': path.slice(path.indexOf('#') + 1) };
  },
  '/content_edit': async (api) => {
    const admin = await api.as('admin');
    return { id: (await admin.call(contentContract.pageArticles, {})).records[0]!.id };
  },
};

async function newestOrder(api: Api) {
  const { records } = await (await api.as('merchant')).call(ordersContract.listOrders, {
    state: 'fulfilled',
  });
  return { orderNumber: records[0]!.orderNumber };
}

async function firstArticle(api: Api, kind: 'introduction' | 'tutorial') {
  const found = await (await api.as('merchant')).call(contentContract.listArticles, { kind });
  return { id: found.records[0]!.slug };
}

/** Only an installation without an administrator shows it. */
const setupPath = '/setup';

function visitorsOf(feature: Feature, screen: Screen): Visitor[] {
  if (screen.audience !== 'staff') return ['nobody'];
  const realms = screenRealms(feature, screen) ?? ['merchant'];
  if (realms.includes('merchant')) return ['merchant'];
  return realms.map((realm) => (realm === 'platform' ? 'admin' : 'agent'));
}

export interface Visit {
  path: string;
  visitor: Visitor;
  /** key of the title */
  title: string;
}

/** Every declared screen, with those for whom it is. */
export async function discoverVisits(): Promise<Visit[]> {
  const features = await discoverFeatures();
  return features.flatMap((feature) =>
    feature.screens.flatMap((screen) =>
      visitorsOf(feature, screen).map((visitor) => ({
        path: screen.path,
        visitor,
        title: `${feature.name}:screen.${screen.title}`,
      })),
    ),
  );
}

/** Addresses with what a screen has to be told, asked for once for all who look. */
export function createAddresses(api: Api, emptyServerUrl: string): (path: string) => Promise<string> {
  const found = new Map<string, Promise<Record<string, string>>>();
  return async (path) => {
    if (path === setupPath) return emptyServerUrl + path;
    const query = found.get(path) ?? queries[path]?.(api) ?? Promise.resolve({});
    found.set(path, query);
    const parameters = new URLSearchParams(await query);
    const filled = path.replace(/:(\w+)/g, (_, name: string) => {
      const value = parameters.get(name) ?? '';
      parameters.delete(name);
      return value;
    });
    const hash = parameters.get('#');
    parameters.delete('#');
    const text = parameters.toString();
    return `${api.baseUrl}${filled}${text && `?${text}`}${hash ? `#${hash}` : ''}`;
  };
}
