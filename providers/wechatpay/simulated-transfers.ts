import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { dayMs } from '#kit/kernel/time.ts';
import type { SimulatedTransfer } from './simulated-records.ts';
import {
  checkedBody,
  notifyUrl,
  type PlatformAnswer,
  PlatformRefusal,
  type PlatformRequest,
  platformNumber,
  type Route,
  type World,
} from './simulated-world.ts';
import { platformTime } from './wire-format.ts';

const bill = z.object({
  appid: z.string(),
  out_bill_no: z.string().regex(/^[0-9A-Za-z]{1,32}$/),
  transfer_scene_id: z.string().min(1),
  openid: z.string().min(1),
  user_name: z.string().optional(),
  transfer_amount: z.int().min(10),
  transfer_remark: z.string().min(1).max(32),
  notify_url: notifyUrl.optional(),
  transfer_scene_report_infos: z
    .array(z.object({ info_type: z.string().min(1), info_content: z.string().min(1).max(32) }))
    .min(1),
});

const minNamedFen = 30;
const nameDemandedFen = 2000_00;
const confirmWithinMs = dayMs;

function answerOf(transfer: SimulatedTransfer) {
  return {
    out_bill_no: transfer.outBillNo,
    transfer_bill_no: transfer.billNo,
    create_time: platformTime(new Date(transfer.createdAt)),
    state: transfer.state,
    package_info: transfer.state === 'WAIT_USER_CONFIRM' ? transfer.packageInfo : undefined,
  };
}

function recordOf(world: World, transfer: SimulatedTransfer) {
  return {
    mch_id: world.merchant.mchId,
    out_bill_no: transfer.outBillNo,
    transfer_bill_no: transfer.billNo,
    appid: transfer.appId,
    state: transfer.state,
    transfer_amount: transfer.amountFen,
    transfer_remark: transfer.remark,
    fail_reason: transfer.failReason,
    openid: transfer.openId,
    create_time: platformTime(new Date(transfer.createdAt)),
    update_time: platformTime(new Date(transfer.updatedAt)),
  };
}

function end(
  world: World,
  transfer: SimulatedTransfer,
  state: 'SUCCESS' | 'FAIL' | 'CANCELLED',
  failReason?: string,
): void {
  const ended = { ...transfer, state, failReason, updatedAt: world.clock.now().toISOString() };
  world.transfers.put(ended.outBillNo, ended);
  if (!ended.notifyUrl) return;
  const { mch_id, ...record } = recordOf(world, ended);
  world.notify({
    url: ended.notifyUrl,
    eventType: 'MCHTRANSFER.BILL.FINISHED',
    summary: '商家转账单据终态通知',
    originalType: 'mch_payment',
    plain: { mchid: mch_id, ...record },
  });
}

/** The person says yes on WeChat's page. */
export function confirmTransfer(world: World, outBillNo: string): void {
  closeOverdueTransfers(world);
  const transfer = world.transfers.get(outBillNo);
  if (transfer?.state !== 'WAIT_USER_CONFIRM') {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '转账单不在待确认状态');
  }
  end(world, transfer, 'SUCCESS');
}

export function closeOverdueTransfers(world: World): void {
  const overdueAtMs = world.clock.now().getTime() - confirmWithinMs;
  for (const transfer of world.transfers.values()) {
    if (transfer.state === 'WAIT_USER_CONFIRM' && Date.parse(transfer.createdAt) < overdueAtMs) {
      end(world, transfer, 'FAIL', 'OVERDUE_CLOSE');
    }
  }
}

function confirmByItself(world: World, outBillNo: string): void {
  if (world.autoConfirmMs === undefined) return;
  world.later(world.autoConfirmMs, () => {
    const transfer = world.transfers.get(outBillNo);
    if (transfer?.state === 'WAIT_USER_CONFIRM') end(world, transfer, 'SUCCESS');
  });
}

/** After a start: people who had not confirmed when the platform was stopped. */
export function resumeTransfers(world: World): void {
  closeOverdueTransfers(world);
  for (const transfer of world.transfers.values()) {
    if (transfer.state === 'WAIT_USER_CONFIRM') confirmByItself(world, transfer.outBillNo);
  }
}

function payeeName(
  world: World,
  asked: z.output<typeof bill>,
  serial: string | undefined,
): string | undefined {
  if (asked.user_name === undefined) {
    if (asked.transfer_amount >= nameDemandedFen) {
      throw new PlatformRefusal(400, 'PARAM_ERROR', '转账金额大于等于2000元时，收款用户姓名必填');
    }
    return undefined;
  }
  if (asked.transfer_amount < minNamedFen) {
    throw new PlatformRefusal(400, 'PARAM_ERROR', '转账金额小于0.3元时，不允许填写收款用户姓名');
  }
  const name = world.keys.open(asked.user_name, serial);
  if (!name) throw new PlatformRefusal(400, 'PARAM_ERROR', '请确认待处理的消息是否为加密后的密文');
  return name;
}

function ask(world: World, { body, serial }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(bill, body);
  if (!world.merchant.appIds.includes(asked.appid)) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', 'APPID不存在');
  }
  const name = payeeName(world, asked, serial);
  // encrypted again each time, so the ciphertext says nothing about sameness
  const sameness = JSON.stringify({ ...asked, user_name: name });
  const existing = world.transfers.get(asked.out_bill_no);
  if (existing) {
    if (existing.asked !== sameness) {
      throw new PlatformRefusal(400, 'INVALID_REQUEST', '单号已存在但信息不一致，请查单后比较确认');
    }
    return { status: 200, body: answerOf(existing) };
  }
  if (world.moods.lacksMoney) throw new PlatformRefusal(403, 'NOT_ENOUGH', '商户运营账户余额不足');
  const now = world.clock.now().toISOString();
  const transfer: SimulatedTransfer = {
    outBillNo: asked.out_bill_no,
    billNo: platformNumber(world, `133${world.merchant.mchId}`, 38),
    appId: asked.appid,
    openId: asked.openid,
    payeeName: name,
    amountFen: asked.transfer_amount,
    remark: asked.transfer_remark,
    notifyUrl: asked.notify_url,
    packageInfo: randomBytes(48).toString('base64'),
    state: 'WAIT_USER_CONFIRM',
    failReason: undefined,
    createdAt: now,
    updatedAt: now,
    asked: sameness,
  };
  world.transfers.put(transfer.outBillNo, transfer);
  confirmByItself(world, transfer.outBillNo);
  return { status: 200, body: answerOf(transfer) };
}

function found(transfer: SimulatedTransfer | undefined): SimulatedTransfer {
  if (!transfer) throw new PlatformRefusal(404, 'NOT_FOUND', '记录不存在');
  return transfer;
}

function query(world: World, { parts }: PlatformRequest): PlatformAnswer {
  closeOverdueTransfers(world);
  return { status: 200, body: recordOf(world, found(world.transfers.get(parts[0]!))) };
}

function queryByBillNo(world: World, { parts }: PlatformRequest): PlatformAnswer {
  closeOverdueTransfers(world);
  const transfer = world.transfers.values().find(({ billNo }) => billNo === parts[0]);
  return { status: 200, body: recordOf(world, found(transfer)) };
}

/** The merchant takes it back while the person has not said yes. */
function cancel(world: World, { parts }: PlatformRequest): PlatformAnswer {
  closeOverdueTransfers(world);
  const transfer = found(world.transfers.get(parts[0]!));
  if (transfer.state === 'WAIT_USER_CONFIRM') end(world, transfer, 'CANCELLED');
  else if (transfer.state !== 'CANCELLED') {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '当前转账单状态不支持撤销');
  }
  return {
    status: 200,
    body: {
      out_bill_no: transfer.outBillNo,
      transfer_bill_no: transfer.billNo,
      state: 'CANCELING',
      update_time: platformTime(world.clock.now()),
    },
  };
}

export const transferRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v3\/fund-app\/mch-transfer\/transfer-bills$/, handle: ask },
  {
    method: 'GET',
    path: /^\/v3\/fund-app\/mch-transfer\/transfer-bills\/out-bill-no\/([^/]+)$/,
    handle: query,
  },
  {
    method: 'GET',
    path: /^\/v3\/fund-app\/mch-transfer\/transfer-bills\/transfer-bill-no\/([^/]+)$/,
    handle: queryByBillNo,
  },
  {
    method: 'POST',
    path: /^\/v3\/fund-app\/mch-transfer\/transfer-bills\/out-bill-no\/([^/]+)\/cancel$/,
    handle: cancel,
  },
];
