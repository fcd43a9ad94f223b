import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { balanceView } from '#features/money/ledger/server/public.ts';
import type { Reader } from '#kit/server/database.ts';

/** What players own at sites; money includes what they bought with cash. */
export interface Holding {
  balanceFen: number;
  coins: number;
  points: number;
}

interface Whose {
  tenantId: string;
  /** null: all sites */
  siteIds: readonly string[] | null;
}

const sumOf = (unit: string, account: ReturnType<typeof balanceView>) =>
  sql`coalesce(sum(${account.balance}) filter (where ${account.unit} = ${unit}), 0)::bigint`.mapWith(Number);

function holdings({ tenantId, siteIds }: Whose) {
  const account = balanceView();
  const siteId = sql<string>`split_part(${account.purpose}, ':', 2)`;
  const atSites = siteIds && (siteIds.length > 0 ? inArray(siteId, [...siteIds]) : sql`false`);
  const where = (more?: SQL) =>
    and(eq(account.tenantId, tenantId), eq(account.ownerKind, 'player'), more, atSites ?? undefined);
  const sums = {
    balanceFen: sumOf('fen', account),
    coins: sumOf('coin', account),
    points: sumOf('point', account),
  };
  return { account, siteId, where, sums };
}

/** By player and site; who owns nothing anywhere is absent. */
export async function holdingsOf(
  reader: Reader,
  whose: Whose & { playerIds: readonly string[] },
): Promise<(Holding & { playerId: string; siteId: string })[]> {
  if (whose.playerIds.length === 0) return [];
  const { account, siteId, where, sums } = holdings(whose);
  return reader
    .select({ playerId: account.ownerId, siteId: sql<string>`${siteId}`.as('site_id'), ...sums })
    .from(account)
    .where(where(inArray(account.ownerId, [...whose.playerIds])))
    .groupBy(account.ownerId, sql`site_id`);
}

/** What the merchant owes to all its players together. */
export async function holdingsOfAll(reader: Reader, whose: Whose): Promise<Holding> {
  const { account, where, sums } = holdings(whose);
  const [found] = await reader.select(sums).from(account).where(where());
  return found ?? { balanceFen: 0, coins: 0, points: 0 };
}
