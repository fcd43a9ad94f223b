import { handOut } from '#features/loyalty/stock/server/public.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { writeExchange } from './server/exchange-queries.ts';
import { draftReady, placeDraft } from './server/place-exchange.ts';
import { priceWish } from './server/price-wish.ts';
import { stockKey } from './server/settle-exchange.ts';
import { exchangeSettings } from './tables.ts';

const tenantId = demoTenants.merchant;
const siteId = demoId('site:merchant:1');
const idOf = (name: string) => demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);
const variantOf = (good: string) => demoId(`good variant:${good}:0`);
const clerk = { userId: demoId('user:manager'), userName: '孙志强' };

const rules = `1. 积分和彩票在本店获得、在本店使用。
2. 兑换后请在 7 天内凭取货码到前台领取，过期自动退回。
3. 礼品数量有限，兑完为止。`;

const sent = { receiver: '陈思远', phone: '13900000004', address: '上海市浦东新区张杨路 500 号 1206 室' };
const here = { receiver: '', phone: '', address: '' };

const exchanged = [
  { name: '林小雨', good: '周末电影杯', way: 'pickup', to: here, fetched: false },
  { name: '王美丽', good: '小熊抱枕', way: 'pickup', to: here, fetched: true },
  { name: '陈思远', good: '胖达手机支架', way: 'ship', to: sent, fetched: false },
] as const;

/** One cup waits at the counter, a cushion was fetched, and a stand is to be sent. */
const part: DemoPart = {
  // after points and stock
  order: 110,
  async seed(tx, services) {
    const now = services.clock.now();
    await insert(tx, tenantScope(tenantId), exchangeSettings, {
      open: true,
      rules,
      banner: null,
      pickupDays: 7,
      shipping: true,
      passwordAbove: 1000,
    });
    for (const { name, good, way, to, fetched } of exchanged) {
      const lines = [{ variantId: variantOf(good), pieces: 1 }];
      const wish = await priceWish(tx, { siteId, lines, now });
      const draft = await draftReady(tx, services, wish, { playerId: idOf(name), way, ...to });
      const order = await placeDraft(tx, services, wish, draft);
      if (!fetched) continue;
      await handOut(tx, { tenantId, key: stockKey(order.id), note: order.number, ...clerk, at: now });
      await writeExchange(tx, order, { state: 'done', waitsUntil: null, endedAt: now, ...clerk });
    }
  },
};

export default part;
