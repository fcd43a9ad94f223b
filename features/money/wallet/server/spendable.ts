import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Unit } from '#features/money/ledger/contract.ts';
import {
  type AccountName,
  balanceView,
  playerAccount,
  playerCashAccount,
} from '#features/money/ledger/server/public.ts';
import type { Reader } from '#kit/server/database.ts';

/** An account of a player from which something may be spent at a site. */
export interface Purse {
  account: AccountName;
  /** bought with cash */
  cash: boolean;
  /** it stands at the site itself, and not at another one of the same wallet */
  here: boolean;
  unit: Unit;
  available: number;
}

interface Where {
  tenantId: string;
  playerId: string;
  siteId: string;
  /** only where the site settles to this wallet is anything of other sites good at it */
  walletId?: string;
}

/** What is good together: money and coins at sites of one wallet, where the merchant chose so. */
const sharingOf = (tenantId: string) => ({
  shared: sql<boolean>`exists (select from balance_choice where tenant_id = ${tenantId} and reach = 'shared')`,
  walletOf: (siteId: unknown) => sql<string>`coalesce((select wallet_id from wallet_site
    where tenant_id = ${tenantId} and site_id::text = ${siteId}), ${tenantId})`,
});
const siteIn = (purpose: unknown) => sql<string>`split_part(${purpose}, ':', 2)`;

/**
 * What of a player's may be spent at a site: what stands there and, where the merchant lets balances be shared, money and
 * coins at the other sites of the same wallet. Accounts that were never used are absent.
 */
export async function pursesAt(
  reader: Reader,
  { tenantId, playerId, siteId, walletId }: Where,
): Promise<Purse[]> {
  const account = balanceView();
  const own = playerAccount(tenantId, playerId, siteId, 'fen').purpose;
  const cash = playerCashAccount(tenantId, playerId, siteId).purpose;
  const { shared, walletOf } = sharingOf(tenantId);
  const found = await reader
    .select({ purpose: account.purpose, unit: account.unit, balance: account.balance, held: account.held })
    .from(account)
    .where(
      and(
        eq(account.tenantId, tenantId),
        eq(account.ownerKind, 'player'),
        eq(account.ownerId, playerId),
        or(
          inArray(account.purpose, [own, cash]),
          and(
            shared,
            inArray(account.unit, ['fen', 'coin']),
            sql`${account.purpose} ~ '^(site|cash):'`,
            sql`${walletOf(siteIn(account.purpose))} = ${walletOf(siteId)}`,
            walletId === undefined ? undefined : sql`${walletOf(siteId)} = ${walletId}`,
          ),
        ),
      ),
    );
  return found.map(({ purpose, unit, balance, held }) => ({
    account: { tenantId, ownerKind: 'player', ownerId: playerId, purpose, unit },
    cash: purpose.startsWith('cash:'),
    here: purpose === own || purpose === cash,
    unit,
    available: Math.max(0, balance - held),
  }));
}

/** The one answer to "what may be spent here". */
export interface Spendable {
  balanceFen: number;
  coins: number;
  /** of the site alone */
  points: number;
  /** of the balance: bought with cash */
  cashFen: number;
  /** of the balance and the coins: what stands at other sites of the same wallet */
  elsewhereFen: number;
  elsewhereCoins: number;
}

export async function spendableAt(reader: Reader, where: Where): Promise<Spendable> {
  const purses = await pursesAt(reader, where);
  const sum = (unit: Unit, counts: (purse: Purse) => boolean = () => true) =>
    purses
      .filter((purse) => purse.unit === unit && counts(purse))
      .reduce((total, { available }) => total + available, 0);
  return {
    balanceFen: sum('fen'),
    coins: sum('coin'),
    points: sum('point'),
    cashFen: sum('fen', ({ cash }) => cash),
    elsewhereFen: sum('fen', ({ here }) => !here),
    elsewhereCoins: sum('coin', ({ here }) => !here),
  };
}

/** Whether a player has money that is good at one of these sites; without sites, anywhere at this merchant's. */
export async function hasMoneyAt(
  reader: Reader,
  { tenantId, playerId, siteIds }: { tenantId: string; playerId: string; siteIds: readonly string[] | null },
): Promise<boolean> {
  const account = balanceView();
  const { shared, walletOf } = sharingOf(tenantId);
  const site = siteIn(account.purpose);
  const ofThem = sql`array[${sql.join(
    (siteIds ?? []).map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`;
  const isGood =
    siteIds &&
    or(
      sql`${site} = any(${ofThem})`,
      and(
        shared,
        sql`${walletOf(site)} in (select ${walletOf(sql`own.id`)} from unnest(${ofThem}) as own (id))`,
      ),
    );
  const found = await reader
    .select({ purpose: account.purpose })
    .from(account)
    .where(
      and(
        eq(account.tenantId, tenantId),
        eq(account.ownerKind, 'player'),
        eq(account.ownerId, playerId),
        eq(account.unit, 'fen'),
        sql`${account.purpose} ~ '^(site|cash):'`,
        sql`${account.balance} > ${account.held}`,
        isGood ?? undefined,
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** What may be spent at every site where the player has an account: money and coins that may be spent there, by site. */
export async function spendableBySite(
  reader: Reader,
  { tenantId, playerId }: Omit<Where, 'siteId' | 'walletId'>,
): Promise<Map<string, { spendFen: number; spendCoins: number }>> {
  const account = balanceView();
  const { shared, walletOf } = sharingOf(tenantId);
  const site = siteIn(account.purpose);
  const found = await reader
    .select({
      siteId: site,
      unit: account.unit,
      available: sql`greatest(0, ${account.balance} - ${account.held})`.mapWith(Number),
      // without the choice each site is good for itself
      together: sql<string>`case when ${shared} then ${walletOf(site)} else ${site} end`,
    })
    .from(account)
    .where(
      and(
        eq(account.tenantId, tenantId),
        eq(account.ownerKind, 'player'),
        eq(account.ownerId, playerId),
        sql`${account.purpose} ~ '^(site|cash):'`,
      ),
    );
  const sum = (group: string, unit: Unit) =>
    found.reduce(
      (total, row) => (row.together === group && row.unit === unit ? total + row.available : total),
      0,
    );
  return new Map(
    found.map(({ siteId, together }) => [
      siteId,
      { spendFen: sum(together, 'fen'), spendCoins: sum(together, 'coin') },
    ]),
  );
}
