import { sendSystemMessage } from '#features/base/content/server/public.ts';
import {
  channelAccount,
  clearing,
  platformFee,
  postTransfers,
  type TransferRequest,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { requestPayout } from '#features/money/payments/server/public.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { walletChanged, withdrawalChanged } from '../contract/events.ts';
import { openPayee } from './seal-payee.ts';
import { changeWithdrawal, type WithdrawalRow } from './withdrawal-queries.ts';

/** What the money of a withdrawal does, and who is told. */
const frozenOf = (row: WithdrawalRow) => walletAccount(row.tenantId, row.walletId, 'frozen');
/** where it came from and goes back to */
const sourceOf = (row: WithdrawalRow) =>
  walletAccount(row.tenantId, row.walletId, row.kind === 'deposit' ? 'deposit' : 'available');
const arrives = (row: WithdrawalRow) => row.amountFen - row.feeFen;

const about = (row: WithdrawalRow, key: string, kind: string) => ({
  key: `${key}:${row.id}`,
  tenantId: row.tenantId,
  kind,
  subject: { kind: 'withdrawal', id: row.id },
});

export async function announceWithdrawal(tx: Tx, row: WithdrawalRow): Promise<void> {
  const tenant = tenantTopic(row.tenantId);
  await emitAll(tx, [
    told(tenant, walletChanged, {}),
    told(tenant, withdrawalChanged, { id: row.id }),
    told(platformTopic, withdrawalChanged, { id: row.id }),
  ]);
}

async function tell(
  tx: Tx,
  { texts }: Services,
  row: WithdrawalRow,
  message: { titleKey: string; bodyKey: string; reason?: string; level?: 'notice' | 'warning' },
): Promise<void> {
  const { reason = '', ...rest } = message;
  await sendSystemMessage(tx, texts, {
    ...rest,
    audience: { kind: 'user', userId: row.userId, label: row.userName },
    params: { amount: formatFen(row.amountFen), arrives: formatFen(arrives(row)), reason },
    link: row.kind === 'deposit' ? '/yj_records' : '/withdrawal_records',
  });
}

export async function tellPassed(tx: Tx, services: Services, row: WithdrawalRow): Promise<void> {
  const isDeposit = row.kind === 'deposit';
  await tell(tx, services, row, {
    titleKey: isDeposit ? 'wallet:message.depositTitle' : 'wallet:message.passedTitle',
    bodyKey: isDeposit ? 'wallet:message.depositBody' : 'wallet:message.passedBody',
  });
}

export const tellRejected = (tx: Tx, services: Services, row: WithdrawalRow): Promise<void> =>
  tell(tx, services, row, {
    titleKey: 'wallet:message.rejectedTitle',
    bodyKey: 'wallet:message.rejectedBody',
    reason: row.reason,
    level: 'warning',
  });

export const tellToConfirm = (tx: Tx, services: Services, row: WithdrawalRow): Promise<void> =>
  tell(tx, services, row, {
    titleKey: 'wallet:message.confirmTitle',
    bodyKey: 'wallet:message.confirmBody',
    level: 'warning',
  });

/** The fee is the platform's once the rest has really left. */
export function feeTransfer(row: WithdrawalRow): TransferRequest[] {
  if (row.feeFen === 0) return [];
  return [
    {
      ...about(row, 'withdrawal-fee', 'withdrawal-fee'),
      legs: [
        { account: frozenOf(row), amount: -row.feeFen },
        { account: platformFee, amount: row.feeFen },
      ],
    },
  ];
}

/** Staff have paid it by bank: it passes through `paying` so that every payout reads the same in the books. */
export async function payByBank(tx: Tx, row: WithdrawalRow): Promise<void> {
  const amount = arrives(row);
  const paying = channelAccount('bank', 'paying');
  await postTransfers(tx, [
    {
      ...about(row, 'payout', 'payout'),
      legs: [
        { account: frozenOf(row), amount: -amount },
        { account: paying, amount },
      ],
    },
    {
      ...about(row, 'payout-done', 'payout-done'),
      legs: [
        { account: paying, amount: -amount },
        { account: clearing('bank'), amount },
      ],
    },
    ...feeTransfer(row),
  ]);
}

export async function returnDeposit(tx: Tx, row: WithdrawalRow): Promise<void> {
  await postTransfers(tx, [
    {
      ...about(row, 'deposit-return', 'deposit-return'),
      legs: [
        { account: frozenOf(row), amount: -row.amountFen },
        { account: walletAccount(row.tenantId, row.walletId, 'available'), amount: row.amountFen },
      ],
    },
  ]);
}

/** `why` names the movement: a rejection and a cancelling are told apart in the books. */
export async function giveBack(
  tx: Tx,
  row: WithdrawalRow,
  why: 'withdrawal-rejected' | 'withdrawal-cancelled',
): Promise<void> {
  await postTransfers(tx, [
    {
      ...about(row, why, why),
      legs: [
        { account: frozenOf(row), amount: -row.amountFen },
        { account: sourceOf(row), amount: row.amountFen },
      ],
    },
  ]);
}

/** Each attempt is a new payout: one that failed is never sent again under its old number. */
export async function payByWechat(tx: Tx, services: Services, row: WithdrawalRow): Promise<WithdrawalRow> {
  const attempts = row.attempts + 1;
  const payout = await requestPayout(tx, services, {
    tenantId: row.tenantId,
    subject: { kind: 'withdrawal', id: row.id },
    channel: 'wechat',
    key: `withdrawal:${row.id}:${attempts}`,
    amountFen: arrives(row),
    payeeId: openPayee(services, row.payee as string),
    ...(row.payeeName ? { payeeName: row.payeeName } : {}),
    remark: services.texts.say('zh-cn', 'wallet:payout.remark'),
    debit: frozenOf(row),
  });
  return changeWithdrawal(tx, row, {
    state: 'processing',
    step: 'paying',
    payoutId: payout.id,
    attempts,
    failure: '',
    confirm: null,
  });
}
