import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { parseYuan } from '#kit/kernel/money.ts';
import { type BillLine, ChannelRefused, ChannelUnavailable, type DayBill } from '../pay-channel.ts';
import type { Gateway } from './gateway.ts';

const offered = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
  download_url: z.url(),
});

/** A million lines; what unpacks to more is no bill. */
const maxTextBytes = 512 * 1024 * 1024;
const unpack = promisify(gunzip);

/** By their names in the head: the platform has added columns over the years. */
export type BillRow = ReadonlyMap<string, string>;

/** Lines begin with a backtick and have one before each cell; a head and the sums at the end have none. */
export function billRows(text: string): BillRow[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  // the platform writes the brackets of a unit in both widths
  const names = head.replaceAll('（', '(').replaceAll('）', ')').split(',');
  const end = lines.findIndex((line) => !line.startsWith('`'));
  return lines.slice(0, end < 0 ? undefined : end).map((line) => {
    // a comma in a description is no border, and is not escaped
    const cells = line.slice(1).split(',`');
    if (cells.length !== names.length) throw new ChannelUnavailable('a line of the bill can not be read');
    return new Map(names.map((name, place) => [name, cells[place] as string]));
  });
}

function cell(row: BillRow, name: string): string {
  const value = row.get(name);
  if (value === undefined) throw new ChannelUnavailable(`the bill has no column ${name}`);
  return value;
}

function fenOf(row: BillRow, name: string): number {
  const fen = parseYuan(cell(row, name));
  if (fen === undefined) throw new ChannelUnavailable(`the bill has no amount in ${name}`);
  return fen;
}

const refundEnds: Readonly<Record<string, BillLine['state']>> = {
  SUCCESS: 'done',
  PROCESSING: 'processing',
  CHANGE: 'processing',
  FAIL: 'failed',
};

function tradeLine(row: BillRow): BillLine {
  const isRefund = cell(row, '交易状态') === 'REFUND';
  return isRefund
    ? {
        kind: 'refund',
        outNo: cell(row, '商户退款单号'),
        platformNo: cell(row, '微信退款单号'),
        amountFen: fenOf(row, '申请退款金额'),
        state: refundEnds[cell(row, '退款状态')] ?? 'processing',
      }
    : {
        kind: 'payment',
        outNo: cell(row, '商户订单号'),
        platformNo: cell(row, '微信订单号'),
        amountFen: fenOf(row, '订单金额'),
        state: 'done',
      };
}

/** Of the account that transfers are paid from; other movements there (topping up) are nobody's payout. */
function transferLines(rows: readonly BillRow[]): BillLine[] {
  return rows
    .filter((row) => cell(row, '收支类型') === '支出' && cell(row, '业务名称').includes('转账'))
    .map((row) => ({
      kind: 'payout',
      outNo: cell(row, '业务凭证号'),
      platformNo: cell(row, '微信支付业务单号'),
      amountFen: fenOf(row, '收支金额(元)'),
      state: 'done',
    }));
}

async function textOf(gateway: Gateway, path: string): Promise<string> {
  const bill = await gateway.call({ method: 'GET', path }, offered);
  const { pathname, search } = new URL(bill.download_url);
  // The file is not signed, and neither has its address to be ours: the hash was signed, and it is asked for where we ask.
  const file = await gateway.download(pathname + search);
  const text = await unpack(file, { maxOutputLength: maxTextBytes }).catch(() => {
    throw new ChannelUnavailable('the bill can not be unpacked');
  });
  if (createHash('sha1').update(text).digest('hex') !== bill.hash_value.toLowerCase()) {
    throw new ChannelUnavailable('the bill is not the one that was announced');
  }
  return text.toString('utf8');
}

/** A day on which nothing happened has no bill. */
async function rowsOf(gateway: Gateway, name: string, asked: Record<string, string>): Promise<BillRow[]> {
  try {
    return billRows(
      await textOf(gateway, `/v3/bill/${name}?${new URLSearchParams({ ...asked, tar_type: 'GZIP' })}`),
    );
  } catch (error) {
    if (error instanceof ChannelRefused && error.code === 'NO_STATEMENT_EXIST') return [];
    throw error;
  }
}

export function createBills(gateway: Gateway) {
  return {
    trades: async (day: string): Promise<DayBill> =>
      (await rowsOf(gateway, 'tradebill', { bill_date: day, bill_type: 'ALL' })).map(tradeLine),
    transfers: async (day: string): Promise<DayBill> =>
      transferLines(await rowsOf(gateway, 'fundflowbill', { bill_date: day, account_type: 'OPERATION' })),
  };
}
