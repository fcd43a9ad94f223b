import { changeHandover, letOut } from '#features/loyalty/handover/server/public.ts';
import { type DemoPart, demoId } from '#kit/server/demo.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { placeReady } from './server/place-exchange.ts';
import { priceWish } from './server/price-wish.ts';

const siteId = demoId('site:merchant:1');
const idOf = (name: string) => demoId(`player:${demoPeople.find((person) => person.name === name)?.openId}`);
const variantOf = (good: string) => demoId(`good variant:${good}:0`);
const clerk = { userId: demoId('user:manager'), userName: '孙志强' };

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
    for (const { name, good, way, to, fetched } of exchanged) {
      const lines = [{ variantId: variantOf(good), pieces: 1 }];
      const wish = await priceWish(tx, { siteId, lines, now });
      const row = await placeReady(tx, services, wish, { playerId: idOf(name), way, ...to });
      if (!fetched) continue;
      await letOut(tx, row, { ...clerk, at: now });
      const left = { state: 'done' as const, waitsUntil: null, handedAt: now, endedAt: now };
      await changeHandover(tx, row, { ...left, ...clerk });
    }
  },
};

export default part;
