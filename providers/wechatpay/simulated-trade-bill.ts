import { businessDay } from '#kit/kernel/time.ts';
import { type BillText, billText, billTime, feeRate, yuan } from './simulated-bill-text.ts';
import type { SimulatedRefund, SimulatedTrade } from './simulated-records.ts';
import type { World } from './simulated-world.ts';

export type TradeBillType = 'ALL' | 'SUCCESS' | 'REFUND';

interface Line {
  at: Date;
  trade: SimulatedTrade;
  refund: SimulatedRefund | undefined;
}

const feeOf = (fen: number) => ((fen / 100) * feeRate).toFixed(5);

const refundStates: Record<SimulatedRefund['status'], string> = {
  PROCESSING: 'PROCESSING',
  SUCCESS: 'SUCCESS',
  CLOSED: 'FAIL',
  ABNORMAL: 'CHANGE',
};

type Cell = [
  name: string,
  kinds: 'all' | 'refunds' | 'onlyRefunds',
  value: (line: Line, world: World) => string,
];

const cells: readonly Cell[] = [
  ['交易时间', 'all', ({ at }) => billTime(at)],
  ['公众账号ID', 'all', ({ trade }) => trade.appId],
  ['商户号', 'all', (_, { merchant }) => merchant.mchId],
  ['特约商户号', 'all', ({ trade }) => trade.subMerchant ?? '0'],
  ['设备号', 'all', () => ''],
  ['微信订单号', 'all', ({ trade }) => trade.transactionId ?? ''],
  ['商户订单号', 'all', ({ trade }) => trade.outTradeNo],
  ['用户标识', 'all', ({ trade }) => trade.payerOpenId ?? ''],
  ['交易类型', 'all', ({ trade }) => trade.tradeType],
  ['交易状态', 'all', ({ refund }) => (refund ? 'REFUND' : 'SUCCESS')],
  ['付款银行', 'all', () => 'OTHERS'],
  ['货币种类', 'all', () => 'CNY'],
  ['应结订单金额', 'all', ({ trade, refund }) => yuan(refund ? 0 : trade.totalFen)],
  ['代金券金额', 'all', () => '0.00'],
  ['退款申请时间', 'onlyRefunds', ({ at }) => billTime(at)],
  [
    '退款成功时间',
    'onlyRefunds',
    ({ refund }) => (refund?.succeededAt ? billTime(new Date(refund.succeededAt)) : ''),
  ],
  ['微信退款单号', 'refunds', ({ refund }) => refund?.refundId ?? '0'],
  ['商户退款单号', 'refunds', ({ refund }) => refund?.outRefundNo ?? '0'],
  ['退款金额', 'refunds', ({ refund }) => yuan(refund?.amountFen ?? 0)],
  ['充值券退款金额', 'refunds', () => '0.00'],
  ['退款类型', 'refunds', ({ refund }) => (refund ? 'ORIGINAL' : '')],
  ['退款状态', 'refunds', ({ refund }) => (refund ? refundStates[refund.status] : '')],
  ['商品名称', 'all', ({ trade }) => trade.description],
  ['商户数据包', 'all', ({ trade }) => trade.attach ?? ''],
  ['手续费', 'all', ({ trade, refund }) => feeOf(refund ? -refund.amountFen : trade.totalFen)],
  ['费率', 'all', () => `${(feeRate * 100).toFixed(2)}%`],
  ['订单金额', 'all', ({ trade, refund }) => yuan(refund ? 0 : trade.totalFen)],
  ['申请退款金额', 'refunds', ({ refund }) => yuan(refund?.amountFen ?? 0)],
  ['费率备注', 'all', () => ''],
];

const shown: Record<TradeBillType, readonly Cell[1][]> = {
  ALL: ['all', 'refunds'],
  SUCCESS: ['all'],
  REFUND: ['all', 'refunds', 'onlyRefunds'],
};

function linesOf(world: World, day: string, type: TradeBillType, subMerchant: string | undefined): Line[] {
  const isWanted = (trade: SimulatedTrade) => subMerchant === undefined || trade.subMerchant === subMerchant;
  const paid = world.trades.values().flatMap((trade): Line[] => {
    const at = trade.paidAt ? new Date(trade.paidAt) : undefined;
    return at && businessDay(at) === day && isWanted(trade) ? [{ at, trade, refund: undefined }] : [];
  });
  const refunded = world.refunds.values().flatMap((refund): Line[] => {
    const at = new Date(refund.createdAt);
    const trade = world.trades.get(refund.outTradeNo);
    return trade && businessDay(at) === day && isWanted(trade) ? [{ at, trade, refund }] : [];
  });
  const lines = [...(type === 'REFUND' ? [] : paid), ...(type === 'SUCCESS' ? [] : refunded)];
  return lines.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** A service provider gets the lines of all merchants under it in one file, unless it names one. */
export function tradeBill(
  world: World,
  day: string,
  type: TradeBillType,
  subMerchant: string | undefined,
): BillText {
  const lines = linesOf(world, day, type, subMerchant);
  const columns = cells.filter(([, kinds]) => shown[type].includes(kinds));
  const sum = (fen: (line: Line) => number) => lines.reduce((total, line) => total + fen(line), 0);
  const paidFen = sum(({ trade, refund }) => (refund ? 0 : trade.totalFen));
  const refundedFen = sum(({ refund }) => refund?.amountFen ?? 0);
  return billText(
    columns.map(([name]) => name),
    lines.map((line) => columns.map(([, , value]) => value(line, world))),
    [
      '总交易单数',
      '应结订单总金额',
      '退款总金额',
      '充值券退款总金额',
      '手续费总金额',
      '订单总金额',
      '申请退款总金额',
    ],
    [
      String(lines.length),
      yuan(paidFen),
      yuan(refundedFen),
      '0.00',
      feeOf(paidFen - refundedFen),
      yuan(paidFen),
      yuan(refundedFen),
    ],
  );
}
