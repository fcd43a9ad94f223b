import type { Clock } from '#kit/kernel/time.ts';

/** Time and waiting for a whole fleet: one timer of the runtime for tens of thousands of devices. */
export interface Timers extends Clock {
  /** Returns what calls the task off. */
  after(delayMs: number, task: () => void): () => void;
}

interface Waiting {
  dueMs: number;
  /** equal times run in the order they were asked for */
  order: number;
  task: (() => void) | undefined;
}

/** A binary heap: the earliest is at the front. */
class DueList {
  #heap: Waiting[] = [];
  #order = 0;

  get first(): Waiting | undefined {
    while (this.#heap[0] && !this.#heap[0].task) this.#takeFirst();
    return this.#heap[0];
  }

  add(dueMs: number, task: () => void): Waiting {
    const entry = { dueMs, order: this.#order++, task };
    this.#heap.push(entry);
    let index = this.#heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(index, parent)) break;
      this.#swap(index, parent);
      index = parent;
    }
    return entry;
  }

  /** The task that is due by then, taken from the list. */
  takeDue(nowMs: number): Waiting | undefined {
    const first = this.first;
    if (!first || first.dueMs > nowMs) return undefined;
    this.#takeFirst();
    return first;
  }

  #takeFirst(): void {
    const last = this.#heap.pop();
    if (this.#heap.length === 0 || !last) return;
    this.#heap[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let smallest = index;
      if (left < this.#heap.length && this.#before(left, smallest)) smallest = left;
      if (right < this.#heap.length && this.#before(right, smallest)) smallest = right;
      if (smallest === index) return;
      this.#swap(index, smallest);
      index = smallest;
    }
  }

  #before(one: number, other: number): boolean {
    const a = this.#heap[one] as Waiting;
    const b = this.#heap[other] as Waiting;
    return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one] as Waiting;
    this.#heap[one] = this.#heap[other] as Waiting;
    this.#heap[other] = kept;
  }
}

/** Tasks this close together share a wake-up. */
const resolutionMs = 10;

export class SharedTimers implements Timers {
  readonly #due = new DueList();
  #timer: NodeJS.Timeout | undefined;
  #wakesAtMs = Number.POSITIVE_INFINITY;

  now(): Date {
    return new Date();
  }

  after(delayMs: number, task: () => void): () => void {
    const entry = this.#due.add(Date.now() + delayMs, task);
    this.#wakeBy(entry.dueMs);
    return () => {
      entry.task = undefined;
    };
  }

  #wakeBy(dueMs: number): void {
    if (dueMs >= this.#wakesAtMs) return;
    clearTimeout(this.#timer);
    this.#wakesAtMs = dueMs;
    this.#timer = setTimeout(() => this.#run(), Math.max(resolutionMs, dueMs - Date.now()));
  }

  #run(): void {
    this.#wakesAtMs = Number.POSITIVE_INFINITY;
    for (let due = this.#due.takeDue(Date.now()); due; due = this.#due.takeDue(Date.now())) due.task?.();
    const next = this.#due.first;
    if (next) this.#wakeBy(next.dueMs);
  }
}

/** Time that stands still until it is moved: a day passes in a moment, and the same way every time. */
export class ManualTimers implements Timers {
  readonly #due = new DueList();
  readonly #settle: () => Promise<void>;
  #nowMs: number;

  /** settle: waits until what a task set off has come to rest */
  constructor(start: Date, settle: () => Promise<void> = nextTurn) {
    this.#nowMs = start.getTime();
    this.#settle = settle;
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  after(delayMs: number, task: () => void): () => void {
    const entry = this.#due.add(this.#nowMs + delayMs, task);
    return () => {
      entry.task = undefined;
    };
  }

  /** Runs what is due on the way. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await this.#settle();
    for (let due = this.#due.takeDue(untilMs); due; due = this.#due.takeDue(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, due.dueMs);
      due.task?.();
      await this.#settle();
    }
    this.#nowMs = untilMs;
  }
}

const nextTurn = () => new Promise<void>((done) => setImmediate(done));
