import {
  boundCards,
  isProductOpen,
  openCard,
  verifiedPerson,
} from '#features/money/onboarding/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import type { withdrawalsContract } from '../contract/withdrawals.ts';
import { feeOf, needsSecond } from '../rules/withdrawal-rules.ts';
import { askDepositReturn, proveAndAsk } from './ask-withdrawal.ts';
import { balanceOf } from './balance-queries.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { decideWithdrawal } from './decide-withdrawal.ts';
import { freeOf } from './held-top-ups.ts';
import { findPayee } from './payee-queries.ts';
import { readPolicy } from './policy-queries.ts';
import { spendableWallet, visibleWallets, walletHeads } from './wallet-queries.ts';
import { walletName } from './wallet-records.ts';
import {
  approvedAlone,
  askedOn,
  lockWithdrawal,
  pageWithdrawals,
  type WithdrawalSource,
} from './withdrawal-queries.ts';
import { toWithdrawalRecord } from './withdrawal-records.ts';

type Contract = Omit<typeof withdrawalsContract, 'readConfig' | 'readPayee' | 'bindPayee'>;
type PageInput = ParsedInputOf<typeof withdrawalsContract.listWithdrawals>;

/** The platform and owners see all that is within their reach; others what comes from the wallets they see. */
async function sourceFor(context: StaffContext, onlyFranchisees: boolean): Promise<WithdrawalSource> {
  const { db, session } = context;
  if (session.realm === 'platform') return 'all';
  if (session.userType === userTypes.franchisee) return [session.userId];
  const limited = session.scope.kind === 'tenant' && session.scope.siteIds !== null;
  // accounts limited to some sites see no franchisee's wallet
  if (limited) return onlyFranchisees ? [] : (await visibleWallets(db.read, session)).map(({ id }) => id);
  return onlyFranchisees ? 'franchisees' : 'all';
}

async function pageFor(context: StaffContext, input: PageInput, onlyFranchisees: boolean) {
  const { db, session } = context;
  const reader = db.read;
  const isPlatform = session.realm === 'platform';
  const scope = isPlatform ? session.scope : tenantScope(session.tenantId);
  const page = await pageWithdrawals(reader, scope, await sourceFor(context, onlyFranchisees), input);
  const found = page.records.map(({ withdrawal }) => withdrawal);
  const now = context.clock.now();
  const [policy, heads, alone] = await Promise.all([
    readPolicy(reader, now),
    walletHeads(reader, found),
    approvedAlone(
      reader,
      found.map(({ tenantId }) => tenantId),
      businessDay(now),
    ),
  ]);
  return mapPage(page, ({ withdrawal, organisation }) => {
    const head = heads.get(withdrawal.walletId);
    return toWithdrawalRecord(context, withdrawal, {
      tenantName: organisation.name,
      walletName: walletName(context, head),
      policy,
      aloneFen: alone.get(withdrawal.tenantId) ?? 0,
      own: !isPlatform && (head?.kind !== 'franchisee' || withdrawal.walletId === session.userId),
    });
  });
}

export const withdrawalHandlers: Handlers<Contract> = {
  async readWithdrawalChoices(context, input) {
    const { db, session, services } = context;
    const reader = db.read;
    const wallet = await spendableWallet(reader, session, input.walletId);
    const [balance, policy, asked, cards, payee, person, transferOpen] = await Promise.all([
      balanceOf(reader, wallet),
      readPolicy(reader, context.clock.now()),
      askedOn(reader, wallet, businessDay(context.clock.now())),
      boundCards(reader, services, tenantScope(session.tenantId), session.userId),
      findPayee(reader, session),
      verifiedPerson(reader, session.tenantId, session.userId),
      isProductOpen(reader, services, session.tenantId, 'transfer', session.userId),
    ]);
    const free = await freeOf(reader, services, wallet, policy, context.clock.now());
    return {
      walletId: wallet.id,
      walletKind: wallet.kind,
      walletName: walletName(context, wallet),
      availableFen: Math.max(0, balance.availableFen - balance.owedFen),
      depositFen: balance.depositFen,
      leftCount: Math.max(0, policy.dailyCount - asked.count),
      leftFen: Math.max(0, policy.dailyFen - asked.sumFen),
      ...free,
      verifiedName: person?.name ?? null,
      cards: cards.map(({ id, bankName, maskedNumber, holder }) => ({
        id,
        label: `${bankName} ${maskedNumber}`,
        holder,
      })),
      wechat: {
        configured: services.wechat !== undefined,
        open: transferOpen,
        name: transferOpen ? (payee?.name ?? null) : null,
      },
    };
  },

  async quoteWithdrawal({ db, session, clock }, { target, amountFen }) {
    const now = clock.now();
    const [policy, alone] = await Promise.all([
      readPolicy(db.read, now),
      approvedAlone(db.read, [session.tenantId], businessDay(now)),
    ]);
    return {
      ...feeOf(policy, target, amountFen),
      needsSecond: needsSecond(policy, amountFen, alone.get(session.tenantId)),
    };
  },

  askWithdrawal: proveAndAsk,

  askDepositReturn,

  listWithdrawals: (context, input) => pageFor(context, input, false),

  listFranchiseeWithdrawals: (context, input) => pageFor(context, input, true),

  cancelWithdrawal,

  decideWithdrawal,

  revealPayee: (context, { id }) =>
    context.db.transaction(async (tx) => {
      const row = await lockWithdrawal(tx, id);
      if (!row.cardId) throw missing();
      return openCard(tx, context, row.cardId);
    }),
};
