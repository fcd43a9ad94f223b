import { franchisees, tenantNames } from '#features/accounts/server/public.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { walletContract } from '../contract.ts';
import { needsSecond, type Policy, readPolicy } from './policy.ts';
import { type SeenWallet, visibleWallets, walletsOf } from './wallets.ts';
import { pageWithdrawals, type WithdrawalPage, type WithdrawalRow } from './withdrawal-queries.ts';

function present(
  { session }: StaffContext,
  row: WithdrawalRow,
  parts: {
    tenants: Map<string, string>;
    wallets: Map<string, SeenWallet>;
    policy: Policy;
    /** wallets the caller may spend from */
    own: ReadonlySet<string>;
  },
) {
  const wallet = parts.wallets.get(row.walletId);
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    kind: row.kind,
    tenantId: row.tenantId,
    tenantName: parts.tenants.get(row.tenantId) ?? '',
    walletId: row.walletId,
    walletKind: wallet?.kind ?? ('further' as const),
    walletName: wallet?.name ?? null,
    userName: row.userName,
    amountFen: row.amountFen,
    feeFen: row.feeFen,
    arrivesFen: row.amountFen - row.feeFen,
    target: row.target,
    targetName: row.targetName,
    payeeName: row.payeeName,
    state: row.state,
    step: row.step,
    reason: row.reason,
    failure: row.failure,
    takenByName: row.takenByName,
    approvedByName: row.approvedByName,
    secondByName: row.secondByName,
    decidedByName: row.decidedByName,
    bankReference: row.bankReference,
    endedAt: row.endedAt?.toISOString() ?? null,
    needsSecond: needsSecond(parts.policy, row.amountFen),
    approvedByMe: row.step === 'secondApproval' && row.approvedBy === session.userId,
    cancellable: row.state === 'untreated' && parts.own.has(row.walletId),
    confirm: row.userId === session.userId ? row.confirm : null,
  };
}

async function pageFor(context: StaffContext, input: WithdrawalPage, onlyFranchisees: boolean) {
  const { db, session } = context;
  const reader = db.read;
  const isPlatform = session.realm === 'platform';
  const visible = isPlatform ? null : await visibleWallets(reader, session);
  const people =
    onlyFranchisees && !isPlatform
      ? new Set((await franchisees(reader, session.tenantId)).map(({ id }) => id))
      : null;
  const ids = visible?.map(({ id }) => id).filter((id) => people === null || people.has(id)) ?? null;
  const scope = isPlatform ? session.scope : tenantScope(session.tenantId);
  const page = await pageWithdrawals(reader, scope, ids, input);
  const own = new Set(visible?.filter((wallet) => wallet.own).map(({ id }) => id));
  const tenantIds = [...new Set(page.records.map(({ tenantId }) => tenantId))];
  const [tenants, policy, wallets] = await Promise.all([
    tenantNames(reader, tenantIds),
    readPolicy(reader),
    Promise.all(tenantIds.map((tenantId) => walletsOf(reader, tenantId))),
  ]);
  const walletOf = new Map(wallets.flat().map((wallet) => [wallet.id, wallet]));
  return {
    ...page,
    records: page.records.map((row) => present(context, row, { tenants, wallets: walletOf, policy, own })),
  };
}

export const listWithdrawals: Handler<typeof walletContract.listWithdrawals> = (context, input) =>
  pageFor(context, input, false);

export const listFranchiseeWithdrawals: Handler<typeof walletContract.listFranchiseeWithdrawals> = (
  context,
  input,
) => pageFor(context, input, true);
