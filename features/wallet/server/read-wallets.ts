import {
  accountOf,
  findTenant,
  type TenantRow,
  tenantNames,
  tenantsInTree,
} from '#features/accounts/server/public.ts';
import { type AccountName, readBalances } from '#features/ledger/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { pageOfArray } from '#kit/server/paging.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type PlatformAccount, platformAccounts, ratedPayWays } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';
import { channelAccount, platformAdjustment, platformFee } from './account-names.ts';
import { balanceOf, balancesOf, withBalances } from './balances.ts';
import { rateOf } from './fee-rates.ts';
import { type SeenWallet, seenWallet, visibleWallets, walletOfUser, walletsOf } from './wallets.ts';

const headOf = ({ id, kind, name, own }: SeenWallet) => ({ id, kind, name, own });

const accountOfPlatform: Record<PlatformAccount, AccountName> = {
  fee: platformFee,
  adjustment: platformAdjustment,
  wechatClearing: channelAccount('wechat', 'clearing'),
  wechatRefunding: channelAccount('wechat', 'refunding'),
  wechatPaying: channelAccount('wechat', 'paying'),
  alipayClearing: channelAccount('alipay', 'clearing'),
  alipayRefunding: channelAccount('alipay', 'refunding'),
  alipayPaying: channelAccount('alipay', 'paying'),
  bankClearing: channelAccount('bank', 'clearing'),
};

async function platformBalances(reader: Reader) {
  const found = await readBalances(
    reader,
    platformAccounts.map((account) => accountOfPlatform[account]),
  );
  return platformAccounts.map((account, index) => ({ account, balanceFen: found[index]?.balance ?? 0 }));
}

export const readWallet: Handler<typeof walletContract.readWallet> = async (context, input) => {
  const { session } = context;
  const reader = context.db.read;
  if (session.realm === 'platform')
    return {
      wallet: null,
      wallets: [],
      rates: [],
      platform: await platformBalances(reader),
      targets: [],
    };
  const [visible, all, rates] = await Promise.all([
    visibleWallets(reader, session),
    walletsOf(reader, session.tenantId),
    Promise.all(
      ratedPayWays.map(async (payWay) => ({
        payWay,
        basisPoints: await rateOf(reader, session.tenantId, payWay),
      })),
    ),
  ]);
  const shown = await withBalances(reader, visible);
  const wallet = input.walletId ? shown.find(({ id }) => id === input.walletId) : shown[0];
  if (input.walletId && !wallet) throw missing('wallet:error.noWallet');
  return {
    wallet: wallet ? { ...headOf(wallet), balances: wallet.balances } : null,
    wallets: shown.map(headOf),
    rates,
    platform: [],
    targets: all.filter(({ id, removed }) => !removed && id !== wallet?.id).map(headOf),
  };
};

export const listWallets: Handler<typeof walletContract.listWallets> = async ({ db, session }) => {
  const shown = await withBalances(db.read, await visibleWallets(db.read, session));
  const names = await siteNames(
    db.read,
    tenantScope(session.tenantId),
    shown.flatMap(({ siteIds }) => siteIds),
  );
  return shown.map((wallet) => ({
    ...headOf(wallet),
    balances: wallet.balances,
    siteNames: wallet.siteIds.flatMap((id) => names.get(id) ?? []),
  }));
};

async function organisationsInReach({ db, session }: StaffContext): Promise<TenantRow[]> {
  const own = await findTenant(db.read, session.tenantId);
  const below = await tenantsInTree(db.read, session.realm === 'platform' ? null : session.tenantId);
  return own ? [own, ...below] : below;
}

/** Rows of a page with their balances: only those that are shown are asked for. */
const pageWithBalances = async <R extends { id: string; tenantId: string }>(
  reader: Reader,
  input: { current: number; size: number },
  all: readonly R[],
) => {
  const page = pageOfArray(input, all);
  const balances = await balancesOf(reader, page.records);
  return { ...page, records: page.records.map((row, index) => ({ ...row, ...balances[index]! })) };
};

export const listBalances: Handler<typeof walletContract.listBalances> = async (context, input) => {
  const { db, session } = context;
  const wanted = (name: string | null) => !input.keyword || (name ?? '').includes(input.keyword);
  const byName = (a: { name: string | null }, b: { name: string | null }) =>
    (a.name ?? '').localeCompare(b.name ?? '', 'zh-CN') * (input.order === 'desc' ? -1 : 1);
  if (session.realm === 'merchant') {
    const wallets = await visibleWallets(db.read, session);
    const names = await siteNames(
      db.read,
      tenantScope(session.tenantId),
      wallets.flatMap(({ siteIds }) => siteIds),
    );
    const shown = (await withBalances(db.read, wallets))
      .filter(({ name }) => wanted(name))
      .map(({ balances, siteIds, ...wallet }) => ({
        ...wallet,
        detail: siteIds.flatMap((id) => names.get(id) ?? []).join('、'),
        open: true,
        ...balances,
      }));
    return pageOfArray(input, input.sort ? shown.sort(byName) : shown);
  }
  const organisations = (await organisationsInReach(context)).filter(({ name }) => wanted(name));
  const parents = await tenantNames(
    db.read,
    organisations.flatMap(({ agentId }) => agentId ?? []),
  );
  const shown = organisations.map(({ id, realm, name, agentId }) => ({
    id,
    tenantId: id,
    kind: realm,
    name,
    detail: (agentId && parents.get(agentId)) || '',
    open: session.realm === 'platform' || id === session.tenantId,
  }));
  return pageWithBalances(db.read, input, input.sort ? shown.sort(byName) : shown);
};

/** The platform looks at anybody's wallet, everyone else at those they see. */
export async function walletOfAccount(
  { db, session }: StaffContext,
  userId: string,
): Promise<{ tenantId: string; id: string; user: { id: string; name: string; account: string } }> {
  const scope = session.realm === 'platform' ? session.scope : tenantScope(session.tenantId);
  const user = await accountOf(db.read, scope, userId);
  if (!user) throw missing();
  const id = await walletOfUser(db.read, user.tenantId, user.id);
  if (session.realm !== 'platform') await seenWallet(db.read, session, id);
  return { tenantId: user.tenantId, id, user };
}

export const readMember: Handler<typeof walletContract.readMember> = async (context, { id }) => {
  const wallet = await walletOfAccount(context, id);
  return {
    userId: wallet.user.id,
    userName: wallet.user.name,
    account: wallet.user.account,
    walletId: wallet.id,
    ...(await balanceOf(context.db.read, wallet)),
  };
};
