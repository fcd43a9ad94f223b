import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { Circumstances } from '../rules/price.ts';

export interface LevelOf {
  tenantId: string;
  siteId: string;
  playerId: string;
  now: Date;
}

/** What a player's level takes off there now; null: nothing. */
export type LevelSource = (reader: Reader, whose: LevelOf) => Promise<Circumstances['level']>;

const sources = new WeakMap<Services, LevelSource[]>();

/** Called from the `start` of a feature that knows members. Without one nobody has a level. */
export function registerLevel(services: Services, source: LevelSource): void {
  sources.set(services, [...(sources.get(services) ?? []), source]);
}

/** Of several the best for the player. */
export async function levelOf(
  services: Services,
  reader: Reader,
  { playerId, tenantId, siteId, now }: Omit<LevelOf, 'playerId'> & { playerId: string | null },
): Promise<Circumstances['level']> {
  let best: Circumstances['level'] = null;
  if (!playerId) return best;
  for (const source of sources.get(services) ?? []) {
    const level = await source(reader, { tenantId, siteId, playerId, now });
    if (level && level.basisPoints < (best?.basisPoints ?? Number.POSITIVE_INFINITY)) best = level;
  }
  return best;
}
