import { and, countDistinct, eq, isNull, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import type { balanceChoiceContract } from '../contract/balance-choice.ts';
import { balanceChoiceChanged } from '../contract/events.ts';
import { balanceChoices, walletSites } from '../tables.ts';
import { readReach, writeReach } from './balance-choice.ts';
import { lockMoney } from './wallet-queries.ts';

/** Where what a player owns is good, as players need to know it: at every site of the merchant, at some, at its own. */
export async function reachOf(reader: Reader, tenantId: string): Promise<'site' | 'some' | 'all'> {
  if ((await readReach(reader, tenantId)) === 'site') return 'site';
  const { wallets } = await countGroups(reader, tenantId);
  return wallets > 1 ? 'some' : 'all';
}

/** How many sites there are, and how many wallets they settle to. */
async function countGroups(reader: Reader, tenantId: string): Promise<{ sites: number; wallets: number }> {
  const site = siteView(tenantScope(tenantId));
  const link = rows(tenantScope(tenantId), walletSites);
  const [found] = await reader
    .select({
      sites: countDistinct(site.id),
      wallets: countDistinct(sql`coalesce(${link.walletId}, ${tenantId})`),
    })
    .from(site)
    .leftJoin(link, and(eq(link.tenantId, site.tenantId), eq(link.siteId, site.id)))
    .where(isNull(site.removedAt));
  return found ?? { sites: 0, wallets: 0 };
}

export const balanceChoiceHandlers: Handlers<typeof balanceChoiceContract> = {
  async readBalanceChoice({ db, session }) {
    const { tenantId } = session;
    const [[choice], groups] = await Promise.all([
      find(db.read, tenantScope(tenantId), balanceChoices, {}),
      countGroups(db.read, tenantId),
    ]);
    return { reach: choice?.reach ?? 'site', changedAt: choice?.changedAt ?? null, ...groups };
  },

  async saveBalanceChoice(context, { reach }) {
    const { tenantId, userId, scope } = context.session;
    // it holds at every site of the merchant
    if (scope.kind === 'tenant' && scope.siteIds !== null) throw conflict('wallet:error.shareAllSites');
    await context.db.transaction(async (tx) => {
      await lockMoney(tx, tenantId);
      const before = await readReach(tx, tenantId);
      if (before === reach) return;
      await writeReach(tx, tenantId, { reach, changedAt: context.clock.now(), changedBy: userId });
      await audit(tx, context, {
        action: 'wallet.shareBalances',
        entity: 'balanceChoice',
        entityId: tenantId,
        label: '',
        before: { reach: before },
        after: { reach },
      });
      await emit(tx, tenantTopic(tenantId), balanceChoiceChanged, {});
    });
  },
};
