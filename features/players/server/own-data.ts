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
  /** in the transaction that deletes the account */
  forget?(tx: Tx, playerId: string): Promise<void>;
}

const keepers = new WeakMap<Services, OwnDataKeeper[]>();

/** Called from a feature's `start`. */
export function registerOwnData(services: Services, keeper: OwnDataKeeper): void {
  keepers.set(services, [...(keepers.get(services) ?? []), keeper]);
}

export const ownDataKeepers = (services: Services): readonly OwnDataKeeper[] => keepers.get(services) ?? [];
