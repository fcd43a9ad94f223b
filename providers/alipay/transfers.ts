import { z } from 'zod';
import { ChannelRefused, type ChannelTransfer, type TransferRequest } from '../pay-channel.ts';
import { fenOf, yuanOf } from './amounts.ts';
import type { Gateway } from './gateway.ts';

const product = { product_code: 'TRANS_ACCOUNT_NO_PWD', biz_scene: 'DIRECT_TRANSFER' };

const answer = z.object({
  out_biz_no: z.string().optional(),
  order_id: z.string().optional(),
  status: z.string().optional(),
  trans_amount: z.string().optional(),
  fail_reason: z.string().optional(),
  error_code: z.string().optional(),
});

const states: Record<string, ChannelTransfer['state']> = {
  SUCCESS: 'done',
  FAIL: 'failed',
  CLOSED: 'failed',
  /** it went out and the bank sent it back */
  REFUND: 'failed',
};

/** People log in with their phone number or their mail address. */
const isLogonId = (payeeId: string) => /^1\d{10}$/.test(payeeId) || payeeId.includes('@');

const identityType = (payeeId: string) => {
  if (/^2088\d{12}$/.test(payeeId)) return 'ALIPAY_USER_ID';
  if (isLogonId(payeeId)) return 'ALIPAY_LOGON_ID';
  return 'ALIPAY_OPEN_ID';
};

function transferOf(outBillNo: string, said: z.infer<typeof answer>): ChannelTransfer {
  const state = states[said.status ?? ''] ?? 'processing';
  return {
    outBillNo,
    state,
    billNo: said.order_id,
    amountFen: said.trans_amount === undefined ? undefined : fenOf(said.trans_amount),
    reason: state === 'failed' ? (said.fail_reason ?? said.error_code ?? said.status) : undefined,
  };
}

/** Alipay takes transfers only from apps that sign with a certificate; said here, it is not mistaken for a bad payee. */
export async function sendTransfer(gateway: Gateway, request: TransferRequest): Promise<ChannelTransfer> {
  if (!gateway.certified)
    throw new ChannelRefused(
      'certificate',
      'Alipay transfers need the certificate mode (ALIPAY_APP_CERT_FILE)',
    );
  const said = await gateway.ask({
    method: 'alipay.fund.trans.uni.transfer',
    content: {
      ...product,
      out_biz_no: request.outBillNo,
      trans_amount: yuanOf(request.amountFen),
      order_title: request.remark,
      remark: request.remark,
      payee_info: {
        identity: request.payeeId,
        identity_type: identityType(request.payeeId),
        ...(request.payeeName ? { name: request.payeeName } : {}),
      },
    },
    answer,
  });
  return { ...transferOf(request.outBillNo, said), amountFen: request.amountFen };
}

export async function askTransfer(gateway: Gateway, outBillNo: string): Promise<ChannelTransfer> {
  try {
    const said = await gateway.ask({
      method: 'alipay.fund.trans.common.query',
      content: { ...product, out_biz_no: outBillNo },
      answer,
    });
    return transferOf(outBillNo, said);
  } catch (error) {
    if (error instanceof ChannelRefused && error.code === 'absent') return { outBillNo, state: 'absent' };
    throw error;
  }
}
