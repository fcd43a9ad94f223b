import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { findPlayer, findPlayersByPhone, type PlayerRow } from './player-queries.ts';

/** Which of these players have left a trace with the merchant: an order, coins in a machine. */
export type VisitSource = (
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
) => Promise<readonly string[]>;

/** What a player did at a site on a business day. */
export interface VisitDay {
  playerId: string;
  siteId: string;
  day: string;
  firstAt: Date;
  lastAt: Date;
  /** money paid from outside, over a platform or at the counter, less what went back; spending a balance is no new money */
  paidFen: number;
  /** the largest of it that bought value for later, in one payment */
  topUpFen: number;
}

const sources = new WeakMap<Services, VisitSource[]>();

/** Called from the `start` of a feature in whose rows players are named. */
export function registerVisits(services: Services, source: VisitSource): void {
  sources.set(services, [...(sources.get(services) ?? []), source]);
}

/** Players are the platform's; a merchant knows those who have been there, and of others not even that they exist. */
async function visitorsAmong(
  services: Services,
  reader: Reader,
  tenantId: string,
  all: readonly PlayerRow[],
): Promise<PlayerRow[]> {
  const players = all.filter(({ joinedTo }) => !joinedTo);
  const known = new Set<string>();
  for (const source of sources.get(services) ?? []) {
    const unknown = players.filter(({ id }) => !known.has(id)).map(({ id }) => id);
    if (unknown.length === 0) break;
    for (const id of await source(reader, tenantId, unknown)) known.add(id);
  }
  return players.filter(({ id }) => known.has(id));
}

export const findVisitorsByPhone = async (
  services: Services,
  reader: Reader,
  tenantId: string,
  phone: string,
): Promise<PlayerRow[]> => visitorsAmong(services, reader, tenantId, await findPlayersByPhone(reader, phone));

export async function findVisitor(
  services: Services,
  reader: Reader,
  tenantId: string,
  id: string,
): Promise<PlayerRow | undefined> {
  const player = await findPlayer(reader, id);
  return player && (await visitorsAmong(services, reader, tenantId, [player]))[0];
}
