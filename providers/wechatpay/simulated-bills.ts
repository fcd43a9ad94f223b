/** The files of a day: what was paid and refunded, and how the merchant's accounts moved. In the platform's own form. */
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { addDays, businessDay, hourMs, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import type { BillText } from './simulated-bill-text.ts';
import { fundFlowBill } from './simulated-fund-flow.ts';
import { tradeBill } from './simulated-trade-bill.ts';
import {
  checkedBody,
  checkSubMerchant,
  type PlatformAnswer,
  PlatformRefusal,
  type PlatformRequest,
  type Route,
  type World,
} from './simulated-world.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const packed = z.literal('GZIP').optional();
const tradeQuery = z.object({
  bill_date: day,
  bill_type: z.enum(['ALL', 'SUCCESS', 'REFUND']).default('ALL'),
  sub_mchid: z.string().min(1).optional(),
  tar_type: packed,
});
const fundQuery = z.object({
  bill_date: day,
  account_type: z.enum(['BASIC', 'OPERATION', 'FEES']).default('BASIC'),
  tar_type: packed,
});

const keptDays = 90;
const readyAtMs = 9 * hourMs;
const addressMs = 5 * minuteMs;
/** Its own address, whatever address the simulator has: clients sign the path. */
const platformOrigin = 'https://api.mch.weixin.qq.com';

/** The bill of a day is made in the morning of the next one. */
function checkDay({ clock }: World, wanted: string): void {
  const now = clock.now();
  const today = businessDay(now);
  if (Number.isNaN(Date.parse(wanted)) || wanted >= today || wanted < addDays(today, -keptDays)) {
    throw new PlatformRefusal(400, 'PARAM_ERROR', '账单日期不在可下载的范围内');
  }
  const isMade = now.getTime() >= startOfDay(addDays(wanted, 1)).getTime() + readyAtMs;
  if (!isMade) throw new PlatformRefusal(400, 'STATEMENT_CREATING', '账单生成中');
}

function offer(world: World, text: BillText, isPacked: boolean): PlatformAnswer {
  if (text === undefined) throw new PlatformRefusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
  const content = Buffer.from(text);
  const token = randomBytes(32).toString('base64url');
  const now = world.clock.now();
  for (const [known, { until }] of world.bills) if (until < now) world.bills.delete(known);
  world.bills.set(token, {
    content: isPacked ? gzipSync(content) : content,
    type: isPacked ? 'application/x-gzip' : 'text/plain; charset=utf-8',
    until: new Date(now.getTime() + addressMs),
  });
  return {
    status: 200,
    body: {
      hash_type: 'SHA1',
      // of the text, packed or not
      hash_value: createHash('sha1').update(content).digest('hex'),
      download_url: `${platformOrigin}/v3/billdownload/file?token=${token}`,
    },
  };
}

function askTradeBill(world: World, { query }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(tradeQuery, Object.fromEntries(query));
  checkSubMerchant(world, asked.sub_mchid);
  checkDay(world, asked.bill_date);
  const text = tradeBill(world, asked.bill_date, asked.bill_type, asked.sub_mchid);
  return offer(world, text, asked.tar_type === 'GZIP');
}

function askFundFlow(world: World, { query }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(fundQuery, Object.fromEntries(query));
  checkDay(world, asked.bill_date);
  return offer(world, fundFlowBill(world, asked.bill_date, asked.account_type), asked.tar_type === 'GZIP');
}

function download(world: World, { query }: PlatformRequest): PlatformAnswer {
  const bill = world.bills.get(query.get('token') ?? '');
  if (!bill || bill.until < world.clock.now()) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '账单下载地址已失效，请重新申请账单');
  }
  return { status: 200, file: { content: bill.content, type: bill.type } };
}

export const billRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/v3\/bill\/tradebill$/, handle: askTradeBill },
  { method: 'GET', path: /^\/v3\/bill\/fundflowbill$/, handle: askFundFlow },
  { method: 'GET', path: /^\/v3\/billdownload\/file$/, handle: download },
];
