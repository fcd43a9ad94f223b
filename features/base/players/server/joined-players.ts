import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';

/** Two records of one person; what belongs to `from` goes to `into`, or comes back. */
export interface Pair {
  from: string;
  into: string;
  now: Date;
}

/**
 * Who keeps rows about players that do not simply change hands: one for each player, or worked out from others. Whatever
 * has a plain `player_id` changes hands by itself (features/people/identities).
 */
export interface JoiningKeeper {
  /** before rows change hands */
  before?(tx: Tx, pair: Pair): Promise<void>;
  joined?(tx: Tx, pair: Pair): Promise<void>;
  /** `joinedAt`: since when they were one */
  split?(tx: Tx, pair: Pair & { joinedAt: Date }): Promise<void>;
  /** `from` deleted the account and has come back as `into` */
  returned?(tx: Tx, pair: Pair): Promise<void>;
}

const keepers = new WeakMap<Services, JoiningKeeper[]>();

/** Called from a feature's `start`. */
export function registerJoining(services: Services, keeper: JoiningKeeper): void {
  keepers.set(services, [...(keepers.get(services) ?? []), keeper]);
}

export const joiningKeepers = (services: Services): readonly JoiningKeeper[] => keepers.get(services) ?? [];
