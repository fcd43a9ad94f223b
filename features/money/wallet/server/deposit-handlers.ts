import { accountOf } from '#features/base/accounts/server/public.ts';
import { pageStatement, walletAccount } from '#features/money/ledger/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { depositsContract } from '../contract/deposits.ts';
import { walletChanged } from '../contract/events.ts';
import { balanceOf } from './balance-queries.ts';
import { readPolicy } from './policy-queries.ts';
import { toPage } from './statement-records.ts';
import { spendAvailable } from './transfer-money.ts';
import { lockMoney, spendableWallet, visibleWallets } from './wallet-queries.ts';
import { openDepositReturn } from './withdrawal-queries.ts';

/** A deposit is paid once by the organisation, out of and into its main wallet. */
async function depositOf(reader: Reader, tenantId: string, now: Date) {
  const [policy, balance] = await Promise.all([
    readPolicy(reader, now),
    balanceOf(reader, { tenantId, id: tenantId }),
  ]);
  const missingFen = Math.max(0, policy.depositFen - balance.depositFen);
  return { ...balance, requiredFen: policy.depositFen, missingFen };
}

async function tenantOf({ db, session }: StaffContext, userId: string | undefined): Promise<string> {
  if (!userId || userId === session.userId) return session.tenantId;
  const scope = session.realm === 'platform' ? session.scope : tenantScope(session.tenantId);
  const user = await accountOf(db.read, scope, userId);
  if (!user) throw missing();
  return user.tenantId;
}

const userNameOf = (note: Record<string, unknown>) =>
  typeof note.userName === 'string' ? note.userName : '';

export const depositHandlers: Handlers<typeof depositsContract> = {
  async checkDeposit(context, { userId }) {
    const tenantId = await tenantOf(context, userId);
    const reader = context.db.read;
    const [deposit, returning, visible] = await Promise.all([
      depositOf(reader, tenantId, context.clock.now()),
      openDepositReturn(reader, tenantId),
      visibleWallets(reader, context.session),
    ]);
    const seesMain = visible.some(({ id }) => id === tenantId);
    return {
      own: seesMain && context.session.realm !== 'platform',
      paid: deposit.missingFen === 0,
      ...pick(deposit, 'depositFen', 'requiredFen', 'missingFen'),
      // whether it is paid is no secret in the organisation; what else is in the wallet may be
      availableFen: seesMain ? deposit.availableFen : 0,
      returning: returning ?? null,
    };
  },

  /** Said twice, it is paid once: the second time nothing is missing. */
  async payDeposit(context, input) {
    const { session } = context;
    const { tenantId } = session;
    return context.db.transaction(async (tx) => {
      await lockMoney(tx, tenantId);
      const wallet = await spendableWallet(tx, session, tenantId);
      const { missingFen, depositFen } = await depositOf(tx, tenantId, context.clock.now());
      if (missingFen === 0) return { depositFen };
      await spendAvailable(tx, wallet, {
        key: `deposit:${input.requestId}`,
        tenantId,
        kind: 'deposit',
        legs: [
          { account: walletAccount(tenantId, tenantId, 'available'), amount: -missingFen },
          { account: walletAccount(tenantId, tenantId, 'deposit'), amount: missingFen },
        ],
        note: { userName: session.name },
        at: context.clock.now(),
      });
      await audit(tx, context, {
        action: 'wallet.payDeposit',
        entity: 'wallet',
        entityId: tenantId,
        label: session.name,
        after: { amountFen: missingFen },
      });
      await emit(tx, tenantTopic(tenantId), walletChanged, {});
      return { depositFen: depositFen + missingFen };
    });
  },

  async listDeposits({ db, session }, input) {
    const { tenantId } = session;
    const seesMain = (await visibleWallets(db.read, session)).some(({ id }) => id === tenantId);
    if (!seesMain) return toPage(input, { lines: [], total: 0, more: false });
    const page = await pageStatement(
      db.read,
      walletAccount(tenantId, tenantId, 'deposit'),
      {},
      { limit: input.size, offset: (input.current - 1) * input.size },
    );
    return toPage(input, page, userNameOf);
  },
};
