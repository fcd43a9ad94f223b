import { and, asc, eq, gte, isNull, ne } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { phoneProofs, players } from '../tables.ts';
import { recognise } from './former-players.ts';
import { findPlayer, type PlayerRow, setPhone } from './player-queries.ts';

export interface Proven {
  playerId: string;
  phone: string;
  now: Date;
}

/** Who keeps something for a number until somebody shows to hold it; in the transaction of the proof. */
type ProofListener = (tx: Tx, proven: Proven) => Promise<void>;
const listeners = new WeakMap<Services, ProofListener[]>();

/** Called from a feature's `start`. Of joined records the player is told that they lead to. */
export function onPhoneProven(services: Services, listener: ProofListener): void {
  listeners.set(services, [...(listeners.get(services) ?? []), listener]);
}

/** This player has said the code that was sent to that number. */
export async function provePhone(
  tx: Tx,
  services: Services,
  { playerId, phone, now }: Proven,
): Promise<void> {
  const values = { phone, provenAt: now };
  await tx
    .insert(phoneProofs)
    .values({ playerId, ...values })
    .onConflictDoUpdate({ target: phoneProofs.playerId, set: values });
  await setPhone(tx, playerId, phone, now);
  const player = await findPlayer(tx, playerId);
  if (player) await recognise(tx, services, player, now);
  const joinedTo = player?.joinedTo;
  for (const listener of listeners.get(services) ?? [])
    await listener(tx, { playerId: joinedTo ?? playerId, phone, now });
}

export type Proof = typeof phoneProofs.$inferSelect;

export async function findProof(reader: Reader, playerId: string): Promise<Proof | undefined> {
  const [found] = await reader.select().from(phoneProofs).where(eq(phoneProofs.playerId, playerId));
  return found;
}

/** Others who have shown to hold the number since then, and lead to nobody else. */
export async function findProvenSince(
  reader: Reader,
  { phone, since, besides }: { phone: string; since: Date; besides: string },
): Promise<PlayerRow[]> {
  const found = await reader
    .select({ player: players })
    .from(phoneProofs)
    .innerJoin(players, eq(players.id, phoneProofs.playerId))
    .where(
      and(
        eq(phoneProofs.phone, phone),
        gte(phoneProofs.provenAt, since),
        ne(players.id, besides),
        isNull(players.joinedTo),
        isNull(players.deletedAt),
        isNull(players.closesAt),
      ),
    )
    .orderBy(asc(players.createdAt));
  return found.map(({ player }) => player);
}
