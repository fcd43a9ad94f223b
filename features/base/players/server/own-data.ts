import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';

/**
 * Who keeps something about players in rows that no column `player_id` leads to, or that say more of the person than the
 * account that is deleted: what is theirs to tell, and what goes with the player.
 */
export interface OwnDataKeeper {
  /** what it is called in the file a player takes along */
  name: string;
  read(reader: Reader, playerId: string): Promise<Record<string, unknown>[]>;
  /** refuses while something of the player's must not be given up by mistake; asked when the account is closed, and before it is deleted */
  mayLeave?(tx: Tx, playerId: string): Promise<void>;
  /** in the transaction that deletes the account */
  forget?(tx: Tx, playerId: string): Promise<void>;
}

const keepers = new WeakMap<Services, OwnDataKeeper[]>();

/** Called from a feature's `start`. */
export function registerOwnData(services: Services, keeper: OwnDataKeeper): void {
  keepers.set(services, [...(keepers.get(services) ?? []), keeper]);
}

export const ownDataKeepers = (services: Services): readonly OwnDataKeeper[] => keepers.get(services) ?? [];

/** Things a player has that are on no account of the books. */
type HoldingKind = 'cards' | 'freePlays';
type CountHolding = (reader: Reader, playerId: string, now: Date) => Promise<number>;

const holdings = new WeakMap<Services, Map<HoldingKind, CountHolding>>();

/** Called from a feature's `start`. */
export function registerHolding(services: Services, kind: HoldingKind, count: CountHolding): void {
  holdings.set(services, new Map(holdings.get(services)).set(kind, count));
}

export async function countHoldings(
  services: Services,
  reader: Reader,
  playerId: string,
  now: Date,
): Promise<Record<HoldingKind, number>> {
  const counted = { cards: 0, freePlays: 0 };
  for (const [kind, count] of holdings.get(services) ?? [])
    counted[kind] = await count(reader, playerId, now);
  return counted;
}
