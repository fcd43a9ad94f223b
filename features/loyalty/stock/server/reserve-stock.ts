import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insertMany, type RowOf, rows, updateLocked } from '#kit/server/tables.ts';
import { ShortOf } from '../rules/move-rules.ts';
import { type ReservationState, stockReservations, stockReservedLines } from '../tables.ts';
import { type Booker, bookDocument, refusalOf, tellStores } from './book-document.ts';
import { lockLevels, placeKey, writeLevel } from './lock-levels.ts';

export interface Wanted {
  variantId: string;
  pieces: number;
}

export interface ReservationWish {
  tenantId: string;
  /** of the caller: an order, say. The same key keeps pieces once, however often it is said. */
  key: string;
  storeId: string;
  lines: readonly Wanted[];
  /** after this moment they are let go by themselves */
  until: Date;
  at: Date;
}

type Reservation = RowOf<typeof stockReservations>;

/** The same variant on two lines is one wish for all of them. */
function merged(lines: readonly Wanted[]): Wanted[] {
  const sums = new Map<string, number>();
  for (const { variantId, pieces } of lines) {
    if (!Number.isSafeInteger(pieces) || pieces < 1)
      throw new RangeError('pieces are whole and more than none');
    sums.set(variantId, (sums.get(variantId) ?? 0) + pieces);
  }
  if (sums.size === 0) throw new RangeError('nothing is asked for');
  return [...sums].map(([variantId, pieces]) => ({ variantId, pieces }));
}

/** Undefined when the key was used before: who comes second waits here until the first has committed. */
async function claimKey(tx: Tx, { tenantId, key, storeId, until, at }: ReservationWish) {
  const id = newId(at.getTime());
  const found = await tx.execute(sql`insert into stock_reservation
      (tenant_id, id, created_at, key, store_id, state, until)
    values (${tenantId}, ${id}::uuid, ${at.toISOString()}::timestamptz, ${key}, ${storeId}::uuid, 'open',
      ${until.toISOString()}::timestamptz)
    on conflict (tenant_id, key) do nothing returning id`);
  return found.length > 0 ? id : undefined;
}

async function lockReservation(tx: Tx, tenantId: string, key: string): Promise<Reservation> {
  const [found] = await find(tx, tenantScope(tenantId), stockReservations, { key }, 'update');
  if (!found) throw missing();
  return found;
}

const linesOf = (tx: Tx, { tenantId, id }: Reservation) =>
  find(tx, tenantScope(tenantId), stockReservedLines, { reservationId: id });

/** Keeps pieces for somebody, or refuses and keeps none. Answers the reservation's id and how it stands. */
export async function reserve(
  tx: Tx,
  wish: ReservationWish,
): Promise<{ reservationId: string; state: ReservationState }> {
  const { tenantId, storeId } = wish;
  const wanted = merged(wish.lines);
  const reservationId = await claimKey(tx, wish);
  if (!reservationId) {
    const held = await lockReservation(tx, tenantId, wish.key);
    return { reservationId: held.id, state: held.state };
  }
  const places = wanted.map((line) => ({ ...line, storeId }));
  const levels = await lockLevels(tx, tenantId, places, { make: false });
  for (const line of places) {
    const level = levels.get(placeKey(line));
    const free = level ? level.onHand - level.reserved : 0;
    if (!level || line.pieces > free) throw await refusalOf(tx, tenantId, line, new ShortOf(free));
    await writeLevel(tx, tenantId, level.id, { reserved: level.reserved + line.pieces });
  }
  await insertMany(
    tx,
    tenantScope(tenantId),
    stockReservedLines,
    wanted.map((line) => ({ ...line, id: newId(wish.at.getTime()), reservationId })),
  );
  await tellStores(tx, tenantId, [storeId]);
  return { reservationId, state: 'open' };
}

/**
 * Keeps pieces until another moment, after the player has paid. What was let go meanwhile is not kept: who
 * asks has to give up or to reserve again. Answers how the reservation stands.
 */
export async function keepUntil(
  tx: Tx,
  { tenantId, key, until }: { tenantId: string; key: string; until: Date },
): Promise<ReservationState> {
  const held = await lockReservation(tx, tenantId, key);
  if (held.state === 'open')
    await updateLocked(tx, tenantScope(tenantId), stockReservations, { id: held.id }, { until });
  return held.state;
}

async function letGo(tx: Tx, held: Reservation, state: 'released' | 'expired', at: Date): Promise<void> {
  const { tenantId, storeId } = held;
  const places = (await linesOf(tx, held)).map((line) => ({ ...line, storeId }));
  const levels = await lockLevels(tx, tenantId, places, { make: false });
  for (const line of places) {
    const level = levels.get(placeKey(line))!;
    await writeLevel(tx, tenantId, level.id, { reserved: level.reserved - line.pieces });
  }
  await updateLocked(tx, tenantScope(tenantId), stockReservations, { id: held.id }, { state, endedAt: at });
  await tellStores(tx, tenantId, [storeId]);
}

/** Lets the pieces go; what was let go or handed out before stays so. Answers how the reservation stands. */
export async function release(
  tx: Tx,
  { tenantId, key, at }: { tenantId: string; key: string; at: Date },
): Promise<ReservationState> {
  const held = await lockReservation(tx, tenantId, key);
  if (held.state !== 'open') return held.state;
  await letGo(tx, held, 'released', at);
  return 'released';
}

/**
 * Hands the kept pieces out: a document, once for a key. Until the sweep has let them go they are still there for whom
 * they were kept, also a moment after their time.
 */
export async function handOut(
  tx: Tx,
  { tenantId, key, note, ...booker }: { tenantId: string; key: string; note?: string } & Booker,
): Promise<{ documentId: string }> {
  const held = await lockReservation(tx, tenantId, key);
  if (held.state === 'handedOut') return { documentId: held.documentId! };
  if (held.state !== 'open') throw conflict('stock:error.notKept');
  const lines = await linesOf(tx, held);
  const document = await bookDocument(
    tx,
    tenantId,
    { ...booker, kind: 'handOut', storeId: held.storeId, key, note },
    lines.map(({ variantId, pieces }, place) => ({
      place,
      storeId: held.storeId,
      variantId,
      move: { how: 'out', pieces, of: 'reserved' },
    })),
  );
  await updateLocked(
    tx,
    tenantScope(tenantId),
    stockReservations,
    { id: held.id },
    { state: 'handedOut', endedAt: booker.at, documentId: document.id },
  );
  return { documentId: document.id };
}

const sweptAtOnce = 200;

/** Lets go what nobody came for in time, one reservation after the other: each is its own piece of work. */
export async function expireReservations({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const reservation = rows(platformScope, stockReservations);
  const due = await db.read
    .select({ tenantId: reservation.tenantId, key: reservation.key })
    .from(reservation)
    .where(and(eq(reservation.state, 'open'), lt(reservation.until, now)))
    .orderBy(asc(reservation.until))
    .limit(sweptAtOnce);
  for (const { tenantId, key } of due)
    await db.transaction(async (tx) => {
      const held = await lockReservation(tx, tenantId, key);
      if (held.state === 'open') await letGo(tx, held, 'expired', now);
    });
}
