import type { Random } from '#simulators/devices/random.ts';

export const lost = 0.2;
export const repeated = 0.2;

interface Happening {
  atMs: number;
  /** what happens at the same moment happens in the order of names, no matter who noticed it first */
  name: string;
  run(): Promise<void>;
}

/**
 * Time and the lines between phones, server and machines. Every message has its own fate, drawn from its name: the same
 * seed gives the same losses, repeats and delays.
 */
export class World {
  readonly #random: Random;
  readonly #isOrdered: boolean;
  /** throws what is more than a server that is dead */
  readonly onFailure: (error: unknown) => void;
  readonly #lanes: Lane[] = [];
  nowMs = 0;
  readonly counts = { lost: 0, repeated: 0, delivered: 0 };

  /**
   * Ordered, one thing happens after the other over all machines, and the story is the same each time. Else each machine has
   * its own order and the server works for all of them at once: that is quick, and who meets whom inside the server is chance.
   */
  constructor(random: Random, options: { isOrdered: boolean; onFailure: (error: unknown) => void }) {
    this.#random = random;
    this.#isOrdered = options.isOrdered;
    this.onFailure = options.onFailure;
  }

  chanceOf(name: string): Random {
    return this.#random.fork(name);
  }

  newLane(): Lane {
    const lane = new Lane(this);
    this.#lanes.push(lane);
    return lane;
  }

  /** Lets time pass, and everything happen that falls into it, also what that causes. */
  async pass(ms: number, afterEach: () => Promise<void>): Promise<void> {
    this.nowMs += ms;
    if (this.#isOrdered) await this.#passInOrder(afterEach);
    else await Promise.all(this.#lanes.map((lane) => lane.passUntil(this.nowMs, afterEach)));
  }

  async #passInOrder(afterEach: () => Promise<void>): Promise<void> {
    for (;;) {
      const coming = this.#lanes.map((lane) => lane.next(this.nowMs)).filter((one) => one !== undefined);
      const next = coming.reduce<Happening | undefined>(
        (first, one) => (first && isBefore(first, one) ? first : one),
        undefined,
      );
      if (!next) break;
      for (const lane of this.#lanes) lane.nowMs = Math.max(lane.nowMs, next.atMs);
      for (const lane of this.#lanes) await lane.take(next, afterEach);
    }
    for (const lane of this.#lanes) lane.nowMs = this.nowMs;
  }
}

const isBefore = (one: Happening, other: Happening) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.name < other.name);

/** What happens around one machine, one thing after the other. */
export class Lane {
  readonly #world: World;
  #waiting: Happening[] = [];
  nowMs = 0;

  constructor(world: World) {
    this.#world = world;
  }

  chanceOf(name: string): Random {
    return this.#world.chanceOf(name);
  }

  at(atMs: number, name: string, run: Happening['run']): void {
    this.#waiting.push({ atMs, name, run });
  }

  after(ms: number, name: string, run: Happening['run']): void {
    this.at(this.nowMs + ms, name, run);
  }

  /** It comes late, twice, after what was sent later, or not at all. */
  send(name: string, deliver: () => Promise<void>): void {
    const fate = this.chanceOf(name);
    const { counts } = this.#world;
    if (fate.chance(lost)) {
      counts.lost += 1;
      return;
    }
    this.after(fate.int(20, 4000), name, deliver);
    counts.delivered += 1;
    if (!fate.chance(repeated)) return;
    counts.repeated += 1;
    this.after(fate.int(20, 9000), `${name} again`, deliver);
  }

  /** The first that falls into the time until then. Who comes next to the machine is among them, not all who ever will. */
  next(endMs: number): Happening | undefined {
    let first: Happening | undefined;
    for (const one of this.#waiting) if (one.atMs <= endMs && (!first || isBefore(one, first))) first = one;
    return first;
  }

  /** Where it is this lane's, it happens. */
  async take(happening: Happening, afterEach: () => Promise<void>): Promise<void> {
    const place = this.#waiting.indexOf(happening);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    await happening.run().catch(this.#world.onFailure);
    await afterEach();
  }

  async passUntil(endMs: number, afterEach: () => Promise<void>): Promise<void> {
    for (let next = this.next(endMs); next; next = this.next(endMs)) {
      this.nowMs = Math.max(this.nowMs, next.atMs);
      await this.take(next, afterEach);
    }
    this.nowMs = endMs;
  }
}
