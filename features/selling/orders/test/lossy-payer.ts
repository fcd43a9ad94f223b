import { findPayments } from '#features/money/payments/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { type DemoPerson, demoPeople } from '#providers/demo-people.ts';
import { tenantId } from './arcade.ts';
import { type Lane, lost, repeated } from './lossy-world.ts';

/** as WeChat pauses between its callbacks */
const pausesMs = [15, 15, 30, 180].map((seconds) => seconds * secondMs);

export type Channel = DemoPerson['platform'];

/** Nothing calls back by itself: every callback goes over the line, and the line decides. */
export function silencePlatforms({ services }: TestServer): void {
  for (const platform of [services.demoPay.wechat, services.demoPay.alipay])
    platform?.control.loseNotices(Number.MAX_SAFE_INTEGER);
}

/** Somebody pays an order at the platform: soon, late, too late or never; and the platform tells the server of it. */
export function payAtPlatform(
  server: TestServer,
  lane: Lane,
  { name, orderId, channel }: { name: string; orderId: string; channel: Channel },
): void {
  const chance = lane.chanceOf(`${name} pays`);
  if (chance.chance(0.1)) return;
  const seconds = chance.chance(0.1) ? chance.int(600, 1200) : chance.int(1, 40);
  lane.after(seconds * secondMs, `${name} pays`, async () => {
    const { demoPay, db } = server.services;
    const [payment] = await findPayments(db.read, tenantId, { kind: 'order', id: orderId });
    if (!payment) throw new Error(`order ${orderId} has nothing to pay`);
    const { outTradeNo } = payment;
    const openId = demoPeople.find(({ platform }) => platform === channel)?.openId as string;
    try {
      demoPay[channel]?.control.pay(outTradeNo, { openId });
    } catch {
      // the server has closed it meanwhile
      return;
    }
    notify(server, lane, { name, outTradeNo, channel }, 0);
  });
}

function notify(
  server: TestServer,
  lane: Lane,
  about: { name: string; outTradeNo: string; channel: Channel },
  tries: number,
): void {
  const name = `${about.name} callback ${tries}`;
  const fate = lane.chanceOf(name);
  const isLost = fate.chance(lost);
  const answerIsLost = fate.chance(lost);
  const comesTwice = fate.chance(repeated);
  lane.after(fate.int(50, 5000), name, async () => {
    const times = isLost ? 0 : comesTwice ? 2 : 1;
    let understood = false;
    for (let time = 0; time < times; time++) understood = await callBack(server, about);
    const pauseMs = pausesMs[tries];
    if ((!understood || answerIsLost) && pauseMs !== undefined)
      lane.after(pauseMs, `${name} is tried again`, async () => notify(server, lane, about, tries + 1));
  });
}

/** Signed by the platform, and written by it at this moment. */
async function callBack(
  { app, services }: TestServer,
  { outTradeNo, channel }: { outTradeNo: string; channel: Channel },
): Promise<boolean> {
  const url = `/api/pay/notify/${channel}`;
  const letter =
    channel === 'wechat'
      ? services.demoPay.wechat?.control.paymentNotice(outTradeNo)
      : {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: services.demoPay.alipay?.control.notice(outTradeNo),
        };
  if (!letter?.body) throw new Error(`${channel} has nothing to say of ${outTradeNo}`);
  const { statusCode } = await app.inject({
    method: 'POST',
    url,
    headers: letter.headers,
    payload: letter.body,
  });
  return statusCode < 300;
}

/** What the platforms have kept of these payments, by their own books. */
export function keptByPlatforms({ services }: TestServer, outTradeNos: ReadonlySet<string>): number {
  const { wechat, alipay } = services.demoPay;
  const ofWechat = (wechat?.control.trades() ?? [])
    .filter(({ outTradeNo, state }) => outTradeNos.has(outTradeNo) && paidAtWechat.includes(state))
    .reduce((sum, { totalFen }) => sum + totalFen, 0);
  const backFromWechat = (wechat?.control.refunds() ?? [])
    .filter(({ outTradeNo, status }) => outTradeNos.has(outTradeNo) && status === 'SUCCESS')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
  const ofAlipay = (alipay?.control.trades() ?? [])
    .filter(({ outTradeNo, paidAtMs }) => outTradeNos.has(outTradeNo) && paidAtMs !== undefined)
    .reduce(
      (sum, { amountFen, refunds }) =>
        sum + amountFen - refunds.reduce((back, refund) => back + refund.amountFen, 0),
      0,
    );
  return ofWechat - backFromWechat + ofAlipay;
}
const paidAtWechat: readonly string[] = ['SUCCESS', 'REFUND'];
