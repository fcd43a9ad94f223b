import {
  type AccountName,
  channelAccount,
  platformAdjustment,
  platformAds,
  platformFee,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { walletChanged } from '../contract/events.ts';
import { type PlatformAccount, platformAccounts, ratedPayWays } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';
import { wallets } from '../tables.ts';
import { assertOwner } from './assert-owner.ts';
import { balanceOf, isEmpty, withBalances } from './balance-queries.ts';
import { walletsLeftTo } from './heir-queries.ts';
import { ratesOfTenant } from './rate-queries.ts';
import { salesOf } from './sales.ts';
import { countSettling } from './settlement-queries.ts';
import { transferMoney } from './transfer-money.ts';
import {
  lockMoney,
  siteNamesOfWallets,
  visibleWallets,
  walletOfAccount,
  walletsOf,
} from './wallet-queries.ts';
import { toHead } from './wallet-records.ts';

type Contract = Pick<
  typeof walletContract,
  'readWallet' | 'listWallets' | 'saveWallet' | 'removeWallet' | 'transferMoney' | 'readMember'
>;

const wallet = subjectOf(wallets, {
  entity: 'wallet',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), walletChanged, {})],
  taken: { wallet_name: { field: 'name', key: 'wallet:error.nameTaken' } },
});

const accountOfPlatform: Record<PlatformAccount, AccountName> = {
  fee: platformFee,
  adjustment: platformAdjustment,
  ads: platformAds,
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

async function incomeToday({ db, session, clock, services }: StaffContext, walletId: string) {
  const { tenantId } = session;
  const walletIds = [walletId, ...(await walletsLeftTo(db.read, tenantId, walletId))];
  return salesOf(services).incomeToday(db.read, tenantId, walletIds, clock.now());
}

export const walletHandlers: Handlers<Contract> = {
  async readWallet(context, input) {
    const { session } = context;
    const reader = context.db.read;
    if (session.realm === 'platform')
      return {
        wallet: null,
        today: null,
        wallets: [],
        rates: [],
        platform: await platformBalances(reader),
        targets: [],
      };
    const [visible, all, rates] = await Promise.all([
      visibleWallets(reader, session),
      walletsOf(reader, session.tenantId),
      ratesOfTenant(reader, session.tenantId),
    ]);
    const shown = await withBalances(reader, visible);
    const chosen = input.walletId ? shown.find(({ id }) => id === input.walletId) : shown[0];
    if (input.walletId && !chosen) throw missing('wallet:error.noWallet');
    return {
      wallet: chosen ? { ...toHead(context, chosen), balances: chosen.balances } : null,
      today: chosen && session.realm === 'merchant' ? await incomeToday(context, chosen.id) : null,
      wallets: shown.map((entry) => toHead(context, entry)),
      rates: ratedPayWays.map((payWay) => ({ payWay, basisPoints: rates[payWay] })),
      platform: [],
      targets: all
        .filter(({ id, removed }) => !removed && id !== chosen?.id)
        .map((entry) => toHead(context, entry)),
    };
  },

  async listWallets(context) {
    const { db, session } = context;
    const shown = await withBalances(db.read, await visibleWallets(db.read, session));
    const names = await siteNamesOfWallets(
      db.read,
      session.tenantId,
      shown.map(({ id }) => id),
    );
    return shown.map((entry) => ({
      ...toHead(context, entry),
      balances: entry.balances,
      siteNames: names.get(entry.id) ?? [],
    }));
  },

  async saveWallet(context, { id, name }) {
    assertOwner(context);
    return context.db.transaction(async (tx) => {
      await lockMoney(tx, context.session.tenantId);
      return id
        ? changeRow(tx, context, wallet, { id, action: 'wallet.renameWallet' }, () => ({ name }))
        : addRow(
            tx,
            context,
            wallet,
            { action: 'wallet.openWallet' },
            { name, createdAt: context.clock.now() },
          );
    });
  },

  async removeWallet(context, { id }) {
    assertOwner(context);
    const { tenantId } = context.session;
    await context.db.transaction(async (tx) => {
      await lockMoney(tx, tenantId);
      const set = { removedAt: context.clock.now() };
      await dropRows(tx, context, wallet, { ids: [id], action: 'wallet.removeWallet', set }, async () => {
        if ((await countSettling(tx, tenantId, id)) > 0) throw conflict('wallet:error.sitesSettleHere');
        if (!isEmpty(await balanceOf(tx, { tenantId, id }))) throw conflict('wallet:error.notEmpty');
      });
    });
  },

  transferMoney,

  async readMember(context, { id }) {
    const { user, ...found } = await walletOfAccount(context.db.read, context.session, id);
    return {
      userId: user.id,
      tenantId: user.tenantId,
      account: user.account,
      userName: user.name,
      avatar: user.avatar,
      userType: user.userType,
      walletId: found.id,
      ...(await balanceOf(context.db.read, found)),
    };
  },
};
