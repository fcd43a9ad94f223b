import { dayMs, hourMs, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import type { Movement, Mover } from './record-movements.ts';

/*
 * How the stocks of the demo became what they are. What fell out of each machine is known day by day, from its own count;
 * from today's stocks back it follows when machines were filled and when the warehouse was.
 */

/** A machine of the demo and the gift that lies in it. */
export interface PastPlacement {
  giftId: string;
  costFen: number;
  deviceId: string;
  siteId: string;
  /** what lies in it now */
  stock: number;
  capacity: number;
  /** prizes of each day, oldest first */
  won: readonly { day: string; amount: number }[];
}

export interface PastGift {
  id: string;
  costFen: number;
  /** what the warehouse has now */
  stock: number;
  /** the most of it that is kept there */
  shelf: number;
  alarmThreshold: number;
}

export interface PastTime {
  now: Date;
  /** when the first gifts arrived */
  since: Date;
  filler: Pick<Mover, 'userId' | 'userName'>;
}

type Past = Movement & Mover;

const nobody = { userId: null, userName: null };
const closesMs = 21.5 * hourMs;
const fillsMs = 9.5 * hourMs;
/** so little is left when somebody comes to fill a machine */
const leftOver = 5;

const upTo = (ms: number, { now }: PastTime) => new Date(Math.min(ms, now.getTime()));

/** Prizes of each day in one movement, and the mornings on which the machine was filled; oldest first. */
function machinePast(place: PastPlacement, machine: number, time: PastTime): Past[] {
  const { stock: end, capacity, won, ...thing } = place;
  const past: Past[] = [];
  let stock = end;
  const filled = (at: Date, left: number) => {
    past.push({
      ...thing,
      ...time.filler,
      at,
      kind: 'load',
      amount: stock - left,
      deviceStock: { before: left, after: stock },
    });
    stock = left;
  };
  for (const [index, { day, amount }] of [...won.entries()].reverse()) {
    const dayAt = startOfDay(day).getTime();
    // more than fits in can not have lain there: somebody filled it on the next morning
    const left = (machine + index) % leftOver;
    if (stock + amount > capacity && stock > left)
      filled(upTo(dayAt + dayMs + fillsMs + machine * minuteMs, time), left);
    past.push({
      ...thing,
      ...nobody,
      at: upTo(dayAt + closesMs, time),
      kind: 'won',
      amount,
      deviceStock: { before: stock + amount, after: stock },
    });
    stock += amount;
  }
  if (stock > 0) filled(new Date(time.since.getTime() + dayMs + machine * minuteMs), 0);
  return past.reverse();
}

/** Where the filling came from: the warehouse, which was filled in its turn. Takes and gives movements oldest first. */
function withWarehouse(past: readonly Past[], gifts: readonly PastGift[], time: PastTime): Past[] {
  const stocks = new Map(gifts.map(({ id, stock }) => [id, stock]));
  const known = new Map(gifts.map((gift) => [gift.id, gift]));
  const all: Past[] = [];
  const delivered = ({ id: giftId, costFen }: PastGift, at: Date, left: number) => {
    const after = stocks.get(giftId) ?? 0;
    stocks.set(giftId, left);
    if (after > left)
      all.push({
        ...{ giftId, costFen, ...time.filler, at },
        kind: 'in',
        amount: after - left,
        stock: { before: left, after },
      });
  };
  for (const movement of [...past].reverse()) {
    const gift = known.get(movement.giftId);
    if (movement.kind !== 'load' || !gift) {
      all.push(movement);
      continue;
    }
    const after = stocks.get(gift.id) ?? 0;
    const before = after + movement.amount;
    all.push({ ...movement, stock: { before, after } });
    stocks.set(gift.id, before);
    if (before > gift.shelf) delivered(gift, movement.at, Math.min(gift.alarmThreshold, before));
  }
  for (const gift of gifts) delivered(gift, time.since, 0);
  return all.reverse();
}

/** All movements that led to these stocks, oldest first. */
export function pastMovements(
  places: readonly PastPlacement[],
  gifts: readonly PastGift[],
  time: PastTime,
): Past[] {
  const ofMachines = places
    .flatMap((place, machine) => machinePast(place, machine, time))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  return withWarehouse(ofMachines, gifts, time);
}
