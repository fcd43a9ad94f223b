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
 * seed gives the same losses, repeats and delays, in whatever order the server's own work is done.
 */
export class World {
  readonly #random: Random;
  readonly #lanes: Lane[] = [];
  nowMs = 0;
  readonly counts = { lost: 0, repeated: 0, delivered: 0 };

  constructor(random: Random) {
    this.#random = random;
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
    await Promise.all(this.#lanes.map((lane) => lane.passUntil(this.nowMs, afterEach)));
  }
}

/**
 * What happens around one machine, one thing after the other. Different machines have nothing to do with each other, so
 * the server may work for several at once without the story becoming another.
 */
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

  async passUntil(endMs: number, afterEach: () => Promise<void>): Promise<void> {
    for (let next = this.#take(endMs); next; next = this.#take(endMs)) {
      this.nowMs = Math.max(this.nowMs, next.atMs);
      await next.run();
      await afterEach();
    }
    this.nowMs = endMs;
  }

  /** The next who comes to the machine is among them, not all who ever will: there are few to look through. */
  #take(endMs: number): Happening | undefined {
    let first: Happening | undefined;
    for (const one of this.#waiting)
      if (
        one.atMs <= endMs &&
        (!first || one.atMs < first.atMs || (one.atMs === first.atMs && one.name < first.name))
      )
        first = one;
    if (first) this.#waiting.splice(this.#waiting.indexOf(first), 1);
    return first;
  }
}
