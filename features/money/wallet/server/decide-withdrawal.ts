import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { walletContract } from '../contract.ts';
import { needsSecond } from '../rules/withdrawal-rules.ts';
import { assertApprover } from './assert-approver.ts';
import {
  announceWithdrawal,
  giveBack,
  payByBank,
  payByWechat,
  returnDeposit,
  tellPassed,
  tellRejected,
} from './move-withdrawal.ts';
import { readPolicy } from './policy-queries.ts';
import { lockMoney } from './wallet-queries.ts';
import { approvedAlone, changeWithdrawal, lockWithdrawal, type WithdrawalRow } from './withdrawal-queries.ts';

type Decision = ParsedInputOf<typeof walletContract.decideWithdrawal>;

/** undecided: nobody has promised it yet; toPay: approved, the bank's turn; under way: it can not be called back */
function phaseOf(row: WithdrawalRow): 'undecided' | 'toPay' | 'underWay' | 'ended' {
  if (row.endedAt !== null) return 'ended';
  if (row.step === 'paying' || row.step === 'confirm') return 'underWay';
  return row.step === 'toPay' ? 'toPay' : 'undecided';
}

async function take(tx: Tx, { session }: StaffContext, row: WithdrawalRow): Promise<WithdrawalRow> {
  if (row.takenBy === session.userId) return row;
  if (row.state !== 'untreated') throw conflict('wallet:error.takenBy', { name: row.takenByName });
  return changeWithdrawal(tx, row, {
    state: 'processing',
    step: 'taken',
    takenBy: session.userId,
    takenByName: session.name,
  });
}

/** The approval that counts: the first, or above the limit the second by somebody else. */
async function approve(tx: Tx, context: StaffContext, row: WithdrawalRow): Promise<WithdrawalRow> {
  const { userId, name } = context.session;
  const now = context.clock.now();
  const policy = await readPolicy(tx, now);
  await assertApprover(tx, context, policy);
  const taken = row.takenBy ? {} : { takenBy: userId, takenByName: name };
  if (row.step === 'secondApproval') {
    if (row.approvedBy === userId) throw conflict('wallet:error.samePerson');
    return carryOut(tx, context, await changeWithdrawal(tx, row, { secondBy: userId, secondByName: name }));
  }
  // two that are approved at once must see each other: what goes to one organisation adds up
  await lockMoney(tx, row.tenantId);
  const alone = await approvedAlone(tx, [row.tenantId], businessDay(now));
  const approved = { ...taken, approvedBy: userId, approvedByName: name, approvedAt: now };
  if (needsSecond(policy, row.amountFen, alone.get(row.tenantId)))
    return changeWithdrawal(tx, row, { ...approved, state: 'processing', step: 'secondApproval' });
  return carryOut(tx, context, await changeWithdrawal(tx, row, approved));
}

async function carryOut(tx: Tx, context: StaffContext, row: WithdrawalRow): Promise<WithdrawalRow> {
  if (row.target === 'wechat') return payByWechat(tx, context.services, row);
  if (row.target === 'bank') return changeWithdrawal(tx, row, { state: 'processing', step: 'toPay' });
  await returnDeposit(tx, row);
  return end(tx, context, row, { state: 'passed' });
}

async function end(
  tx: Tx,
  { session, clock, services }: StaffContext,
  row: WithdrawalRow,
  set: Partial<WithdrawalRow> & { state: 'passed' | 'rejected' },
): Promise<WithdrawalRow> {
  const ended = await changeWithdrawal(tx, row, {
    ...set,
    step: null,
    decidedBy: session.userId,
    decidedByName: session.name,
    endedAt: clock.now(),
  });
  await (set.state === 'passed' ? tellPassed : tellRejected)(tx, services, ended);
  return ended;
}

async function decide(tx: Tx, context: StaffContext, row: WithdrawalRow, decision: Decision) {
  const phase = phaseOf(row);
  if (phase === 'ended') throw conflict('wallet:error.alreadyDecided');
  if (phase === 'underWay') throw conflict('wallet:error.underWay');
  if (decision.action === 'reject') {
    if (!decision.reason) throw invalidField('reason', 'wallet:error.reasonNeeded');
    await giveBack(tx, row, 'withdrawal-rejected');
    return end(tx, context, row, { state: 'rejected', reason: decision.reason });
  }
  if (decision.action === 'paid') {
    if (phase !== 'toPay') throw conflict('wallet:error.notApproved');
    if (!decision.bankReference) throw invalidField('bankReference', 'wallet:error.referenceNeeded');
    await payByBank(tx, row);
    return end(tx, context, row, { state: 'passed', bankReference: decision.bankReference });
  }
  if (phase === 'toPay') throw conflict('wallet:error.alreadyDecided');
  return decision.action === 'take' ? take(tx, context, row) : approve(tx, context, row);
}

export const decideWithdrawal = (
  context: StaffContext,
  input: Decision,
): Promise<Pick<WithdrawalRow, 'state' | 'step'>> =>
  context.db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, input.id);
    const changed = await decide(tx, context, row, input);
    await audit(tx, context, {
      action: 'wallet.decideWithdrawal',
      entity: 'withdrawal',
      entityId: row.id,
      label: row.userName,
      tenantId: row.tenantId,
      before: { state: row.state, step: row.step },
      after: {
        state: changed.state,
        step: changed.step,
        reason: input.reason,
        bankReference: input.bankReference,
      },
    });
    await announceWithdrawal(tx, changed);
    return { state: changed.state, step: changed.step };
  });
