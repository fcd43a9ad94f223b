import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { CardDiscount, Circumstances } from '../rules/circumstances.ts';

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

/** Whose cards, and before which kind of machine; null: not at one, as in the app. */
export interface CardsOf extends LevelOf {
  deviceType: DeviceType | null;
}

/** What cards of the player take off packages there now. */
export type CardSource = (reader: Reader, whose: CardsOf) => Promise<readonly CardDiscount[]>;

const cardSources = new WeakMap<Services, CardSource>();

/** Called from the `start` of the feature that keeps cards. Without one nobody has any. */
export function registerCards(services: Services, source: CardSource): void {
  cardSources.set(services, source);
}

/** Everything that makes prices lower for this player: the level, and the cards. */
export async function benefitsOf(
  services: Services,
  reader: Reader,
  whose: Omit<CardsOf, 'playerId'> & { playerId: string | null },
): Promise<{ level: Circumstances['level']; cards: readonly CardDiscount[] }> {
  const { playerId, tenantId, siteId, deviceType, now } = whose;
  if (!playerId) return { level: null, cards: [] };
  const [level, cards] = await Promise.all([
    levelOf(services, reader, whose),
    cardSources.get(services)?.(reader, { tenantId, siteId, playerId, deviceType, now }) ?? [],
  ]);
  return { level, cards };
}
