import { hourMs } from '#kit/kernel/time.ts';

/** A lane was filled, or let a piece out. */
export interface LaneEvent {
  kind: 'load' | 'sold';
  /** of the lane among those of its machine */
  position: number;
  at: Date;
  stockBefore: number;
  stockAfter: number;
}

export interface LanePast {
  events: LaneEvent[];
  /** what is in them in the end */
  stocks: number[];
}

const fillLaneMs = 25_000;

/**
 * What became of the lanes of a machine: filled up on each visit, and a piece of one lane after another for each prize. Pieces
 * that no lane had any more are left out.
 */
export function lanePast(
  capacities: readonly number[],
  { visits, prizes }: { visits: readonly Date[]; prizes: readonly Date[] },
): LanePast {
  const stocks = capacities.map(() => 0);
  const events: LaneEvent[] = [];
  const change = (kind: LaneEvent['kind'], position: number, at: Date, stockAfter: number) => {
    events.push({ kind, position, at, stockBefore: stocks[position] as number, stockAfter });
    stocks[position] = stockAfter;
  };
  let next = 0;
  const letOut = (at: Date) => {
    const position = capacities.findIndex((_, turn) => (stocks[(next + turn) % capacities.length] ?? 0) > 0);
    if (position < 0) return;
    const lane = (next + position) % capacities.length;
    next = lane + 1;
    change('sold', lane, at, (stocks[lane] as number) - 1);
  };
  const fill = (at: Date) => {
    for (const [position, capacity] of capacities.entries())
      if ((stocks[position] as number) < capacity)
        change('load', position, new Date(at.getTime() + position * fillLaneMs), capacity);
  };
  const moments = [...visits.map((at) => ({ at, act: fill })), ...prizes.map((at) => ({ at, act: letOut }))];
  for (const { at, act } of moments.sort((a, b) => a.at.getTime() - b.at.getTime())) act(at);
  return { events, stocks };
}

/** Some lanes sell out, some run low; the rest lost a few pieces. */
function soldOf(capacity: number, mix: number): number {
  if (mix % 11 === 3) return capacity;
  if (mix % 7 === 2) return capacity - 1 - (mix % 2);
  return mix % Math.max(1, capacity - 2);
}

/** Filled once, and sold since. */
export function soldSince(lanes: readonly { capacity: number }[], machine: number, filledAt: Date): LanePast {
  const events: LaneEvent[] = lanes.map(({ capacity }, position) => ({
    kind: 'load',
    position,
    at: new Date(filledAt.getTime() + position * fillLaneMs),
    stockBefore: 0,
    stockAfter: capacity,
  }));
  let order = 0;
  const stocks = lanes.map(({ capacity }, position) => {
    const left = capacity - soldOf(capacity, position * 5 + machine * 3);
    if (left < capacity) {
      const at = new Date(filledAt.getTime() + ((order++ * 7) % 54) * hourMs + hourMs);
      events.push({ kind: 'sold', position, at, stockBefore: capacity, stockAfter: left });
    }
    return left;
  });
  return { events, stocks };
}
