import type { PastPaid } from '../pay-channel.ts';
import type { NoticeContent, NoticeLetter, SimulatedNotices } from './simulated-notices.ts';
import type {
  SimulatedNotice,
  SimulatedReceiver,
  SimulatedRefund,
  SimulatedReturn,
  SimulatedShare,
  SimulatedTrade,
  SimulatedTransfer,
} from './simulated-records.ts';
import { paidNotice, payTrade, rememberPaid } from './simulated-trades.ts';
import { closeOverdueTransfers, confirmTransfer } from './simulated-transfers.ts';
import { PlatformRefusal, type World } from './simulated-world.ts';

/** People and weather of the simulated platform. All arguments and results are plain data: it works across processes. */
export interface WechatPayControl {
  /** a person pays; `openId` is needed where the order did not name the payer */
  pay(outTradeNo: string, payer?: { openId?: string }): SimulatedTrade;
  /** a payment of earlier days, of which nobody is told; answers the platform's number */
  rememberPaid(past: PastPaid): string;
  /** the person says yes to a transfer */
  confirmTransfer(outBillNo: string): void;
  trades(): SimulatedTrade[];
  refunds(): SimulatedRefund[];
  transfers(): SimulatedTransfer[];
  shares(): SimulatedShare[];
  /** shares that merchants gave back */
  returns(): SimulatedReturn[];
  receivers(): SimulatedReceiver[];
  notices(): SimulatedNotice[];

  /** no call gets an answer, and nothing happens */
  outage(on: boolean): void;
  /** each call is answered by 500 SYSTEM_ERROR, and nothing happens */
  systemError(on: boolean): void;
  /** that many calls are carried out and the connection breaks before the answer */
  loseAnswers(count: number): void;
  /** that many answers carry a signature over something else */
  forgeAnswers(count: number): void;
  delayAnswers(delayMs: number): void;

  /** that many of the next callbacks are never sent */
  loseNotices(count: number): void;
  delayNotices(delayMs: number): void;
  /** how often each callback that was understood is sent once more */
  repeatNotices(times: number): void;
  /** each so manieth callback comes after one with a deliberately wrong signature; 0: none does */
  signTestEvery(count: number): void;
  /** sends at once what waits for its next time, and waits for the answers */
  flushNotices(): Promise<void>;
  /** the same callback once more, whatever became of it; answers the merchant's HTTP status, 0 for none */
  sendNoticeAgain(id: string): Promise<number>;
  /** a callback about a payment with a true signature, some fields said otherwise; to be sent by who asks for it */
  paymentNotice(outTradeNo: string, changes?: Record<string, unknown>): NoticeLetter;
  /** a callback with a true signature and any content */
  notice(content: NoticeContent): NoticeLetter;

  /** refunds and transfers find no money */
  lackMoney(on: boolean): void;
  /** how refunds asked for from now on end */
  endRefundsAs(outcome: SimulatedRefund['outcome']): void;
  /** sharing with this account fails for WeChat's reason, e.g. ACCOUNT_ABNORMAL; undefined: no more */
  refuseReceiver(account: string, reason: string | undefined): void;
  /** returns of this merchant fail from now on for WeChat's reason, e.g. PAYER_ACCOUNT_ABNORMAL; undefined: no more */
  refuseReturns(account: string, reason: string | undefined): void;
  /** this merchant's balance does not reach for what it is to give back */
  emptyReceiver(account: string, on: boolean): void;
  /** a new certificate signs from now on; the old one stays listed. Answers its serial. */
  rotateCertificate(): Promise<string>;
  /** does what time does by itself, now: unconfirmed transfers close after a day */
  passTime(): void;
}

export interface Faults {
  outage: boolean;
  systemError: boolean;
  answerDelayMs: number;
  /** whether this call is one of the announced ones */
  takeOne(kind: 'loseAnswers' | 'forgeAnswers'): boolean;
}

function paidTrade(world: World, outTradeNo: string): SimulatedTrade {
  const trade = world.trades.get(outTradeNo);
  if (!trade?.transactionId) throw new PlatformRefusal(404, 'ORDER_NOT_EXIST', '订单未支付');
  return trade;
}

/** What goes wrong between us and the platform. */
function createFaults() {
  const counts = { loseAnswers: 0, forgeAnswers: 0 };
  const faults: Faults = {
    outage: false,
    systemError: false,
    answerDelayMs: 0,
    takeOne(kind) {
      if (counts[kind] === 0) return false;
      counts[kind] -= 1;
      return true;
    },
  };
  const switches = {
    outage: (on: boolean) => {
      faults.outage = on;
    },
    systemError: (on: boolean) => {
      faults.systemError = on;
    },
    loseAnswers: (count: number) => {
      counts.loseAnswers = count;
    },
    forgeAnswers: (count: number) => {
      counts.forgeAnswers = count;
    },
    delayAnswers: (delayMs: number) => {
      faults.answerDelayMs = delayMs;
    },
  };
  return { faults, switches };
}

const noticeSwitches = ({ moods }: SimulatedNotices) => ({
  loseNotices: (count: number) => {
    moods.lose = count;
  },
  delayNotices: (delayMs: number) => {
    moods.delayMs = delayMs;
  },
  repeatNotices: (times: number) => {
    moods.repeats = times;
  },
  signTestEvery: (count: number) => {
    moods.signTestEvery = count;
  },
});

function setReason(reasons: Map<string, string>, account: string, reason: string | undefined): void {
  if (reason === undefined) reasons.delete(account);
  else reasons.set(account, reason);
}

const moodSwitches = ({ moods }: World) => ({
  lackMoney: (on: boolean) => {
    moods.lacksMoney = on;
  },
  endRefundsAs: (outcome: SimulatedRefund['outcome']) => {
    moods.refundOutcome = outcome;
  },
  refuseReceiver: (account: string, reason: string | undefined) =>
    setReason(moods.refusedReceivers, account, reason),
  refuseReturns: (account: string, reason: string | undefined) =>
    setReason(moods.refusedReturns, account, reason),
  emptyReceiver: (account: string, on: boolean) => {
    if (on) moods.poorReceivers.add(account);
    else moods.poorReceivers.delete(account);
  },
});

export function createControl(
  world: World,
  notices: SimulatedNotices,
): { control: WechatPayControl; faults: Faults } {
  const { faults, switches } = createFaults();
  const control: WechatPayControl = {
    pay: (outTradeNo, payer) => payTrade(world, outTradeNo, payer?.openId),
    rememberPaid: (past) => rememberPaid(world, past),
    confirmTransfer: (outBillNo) => confirmTransfer(world, outBillNo),
    trades: () => world.trades.values(),
    refunds: () => world.refunds.values(),
    transfers: () => world.transfers.values(),
    shares: () => world.shares.values(),
    returns: () => world.returns.values(),
    receivers: () => world.receivers.values(),
    notices: () => notices.all(),
    ...switches,
    ...noticeSwitches(notices),
    ...moodSwitches(world),
    flushNotices: () => notices.flush(),
    sendNoticeAgain: (id) => notices.sendAgain(id),
    paymentNotice(outTradeNo, changes = {}) {
      const content = paidNotice(world, paidTrade(world, outTradeNo));
      return notices.letter({ ...content, plain: { ...content.plain, ...changes } });
    },
    notice: (content) => notices.letter(content),
    rotateCertificate: () => world.keys.rotate(),
    passTime: () => closeOverdueTransfers(world),
  };
  return { control, faults };
}
