import { createHash } from 'node:crypto';
import { businessDay } from '#kit/kernel/time.ts';
import { type BillText, billText, billTime, feeRate, yuan } from './simulated-bill-text.ts';
import type { World } from './simulated-world.ts';

export type FundAccount = 'BASIC' | 'OPERATION' | 'FEES';

interface Flow {
  at: Date;
  /** the platform's number of what moved the money */
  number: string;
  business: string;
  amountFen: number;
  note: string;
  voucher: string;
}

/** Transfers are paid from an account that the merchant has filled by itself. */
const startFen: Record<FundAccount, number> = { BASIC: 0, OPERATION: 1_000_000_00, FEES: 0 };

function basicFlows(world: World): Flow[] {
  const trades = world.trades.values().flatMap((trade): Flow[] => {
    const { transactionId, paidAt, totalFen, subMerchant, outTradeNo } = trade;
    // what a merchant under us collected moves the accounts of that merchant
    if (!transactionId || !paidAt || subMerchant) return [];
    const common = { at: new Date(paidAt), number: transactionId, note: '', voucher: outTradeNo };
    const feeFen = Math.round(totalFen * feeRate);
    return [
      { ...common, business: '交易', amountFen: totalFen },
      ...(feeFen > 0 ? [{ ...common, business: '扣除交易手续费', amountFen: -feeFen }] : []),
    ];
  });
  const refunds = world.refunds.values().flatMap((refund): Flow[] => {
    if (!refund.succeededAt || refund.subMerchant) return [];
    const { refundId, amountFen, transactionId } = refund;
    return [
      {
        at: new Date(refund.succeededAt),
        number: refundId,
        business: '退款',
        amountFen: -amountFen,
        note: '',
        voucher: `REF${transactionId}`,
      },
    ];
  });
  const shares = world.shares.values().flatMap(({ lines, createdAt, orderId, outOrderNo, subMerchant }) =>
    lines
      .filter(({ result }) => result === 'SUCCESS' && !subMerchant)
      .map(
        ({ amountFen, description }): Flow => ({
          at: new Date(createdAt),
          number: orderId,
          business: '分账',
          amountFen: -amountFen,
          note: description,
          voucher: outOrderNo,
        }),
      ),
  );
  const returns = world.returns
    .values()
    .filter(({ result, subMerchant }) => result === 'SUCCESS' && !subMerchant)
    .map(
      ({ createdAt, returnId, amountFen, outReturnNo }): Flow => ({
        at: new Date(createdAt),
        number: returnId,
        business: '分账回退',
        amountFen,
        note: '',
        voucher: outReturnNo,
      }),
    );
  return [...trades, ...refunds, ...shares, ...returns];
}

const transferFlows = (world: World): Flow[] =>
  world.transfers
    .values()
    .filter(({ state }) => state === 'SUCCESS')
    .map(({ updatedAt, billNo, amountFen, remark, outBillNo }) => ({
      at: new Date(updatedAt),
      number: billNo,
      business: '商家转账',
      amountFen: -amountFen,
      note: remark,
      voucher: outBillNo,
    }));

const flowsOf: Record<FundAccount, (world: World) => Flow[]> = {
  BASIC: basicFlows,
  OPERATION: transferFlows,
  FEES: () => [],
};

/** The same flow has the same number in every file. */
const flowNumber = (flow: Flow) =>
  `1900${BigInt(
    `0x${createHash('sha1').update(`${flow.business} ${flow.number} ${flow.voucher}`).digest('hex').slice(0, 20)}`,
  )
    .toString()
    .padStart(24, '0')}`;

export function fundFlowBill(world: World, day: string, account: FundAccount): BillText {
  const all = flowsOf[account](world).sort((a, b) => a.at.getTime() - b.at.getTime());
  let balanceFen = startFen[account];
  const lines = all.map((flow) => {
    balanceFen += flow.amountFen;
    return { flow, balanceFen };
  });
  const ofDay = lines.filter(({ flow }) => businessDay(flow.at) === day);
  const ins = ofDay.filter(({ flow }) => flow.amountFen > 0);
  const outs = ofDay.filter(({ flow }) => flow.amountFen < 0);
  const sum = (some: typeof ofDay) =>
    yuan(Math.abs(some.reduce((total, { flow }) => total + flow.amountFen, 0)));
  return billText(
    [
      '记账时间',
      '微信支付业务单号',
      '资金流水单号',
      '业务名称',
      '业务类型',
      '收支类型',
      '收支金额(元)',
      '账户结余(元)',
      '资金变更提交申请人',
      '备注',
      '业务凭证号',
    ],
    ofDay.map(({ flow, balanceFen: left }) => [
      billTime(flow.at),
      flow.number,
      flowNumber(flow),
      flow.business,
      flow.business,
      flow.amountFen > 0 ? '收入' : '支出',
      yuan(Math.abs(flow.amountFen)),
      yuan(left),
      'system',
      flow.note,
      flow.voucher,
    ]),
    ['资金流水总笔数', '收入笔数', '收入金额', '支出笔数', '支出金额'],
    [`${ofDay.length}.0`, `${ins.length}.0`, sum(ins), `${outs.length}.0`, sum(outs)],
  );
}
