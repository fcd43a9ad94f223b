import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { walletContract } from '../contract.ts';
import { needsSecond } from '../rules/withdrawal-rules.ts';
import type { Policy } from './policy-queries.ts';
import type { WithdrawalRow } from './withdrawal-queries.ts';

type WithdrawalRecord = ResultOf<typeof walletContract.listWithdrawals>['records'][number];

function targetText({ services, language }: StaffContext, { target, targetName }: WithdrawalRow): string {
  if (target === 'balance') return services.texts.say(language, 'wallet:target.balance');
  return target === 'wechat'
    ? services.texts.say(language, 'wallet:withdraw.wechat', { name: targetName })
    : targetName;
}

export const toWithdrawalRecord = (
  context: StaffContext,
  row: WithdrawalRow,
  parts: {
    tenantName: string;
    walletName: string;
    policy: Policy;
    /** what one person has passed alone for the organisation today */
    aloneFen: number;
    /** the caller may spend from that wallet */
    own: boolean;
  },
): WithdrawalRecord => ({
  ...row,
  tenantName: parts.tenantName,
  walletName: parts.walletName,
  arrivesFen: row.amountFen - row.feeFen,
  targetName: targetText(context, row),
  stage: row.step ?? row.state,
  needsSecond:
    row.secondBy !== null ||
    row.step === 'secondApproval' ||
    (row.approvedBy === null && needsSecond(parts.policy, row.amountFen, parts.aloneFen)),
  approvedByMe: row.step === 'secondApproval' && row.approvedBy === context.session.userId,
  cancellable: row.state === 'untreated' && parts.own,
  confirm: row.userId === context.session.userId ? row.confirm : null,
});
