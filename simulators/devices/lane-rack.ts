import type { MachineParts } from './machine.ts';

export interface LaneSettings {
  lane: number;
  capacity: number;
  open: boolean;
  priceFen: number;
  dropDetection: boolean;
}

export type Drop = 'dropped' | 'jam' | 'unseen' | 'empty';

export const turnMs = 2200;

/** Spirals, doors or boxes with products: what is in each, and what happens when one turns. */
export class LaneRack {
  readonly #parts: MachineParts;
  readonly #settings: () => readonly LaneSettings[];
  readonly #jams: () => boolean;

  constructor(parts: MachineParts, settings: () => readonly LaneSettings[], jams: () => boolean) {
    this.#parts = parts;
    this.#settings = settings;
    this.#jams = jams;
  }

  /** A machine that has never run is filled, more or less. */
  loadOnce(): void {
    const { memory, random } = this.#parts;
    if (memory.lanes.length > 0) return;
    memory.lanes = this.#settings().map(({ lane, capacity }) => ({
      lane,
      stock: random.int(Math.floor(capacity / 3), capacity),
    }));
  }

  /** Lanes come and go with the settings; a new one is empty. */
  follow(): void {
    const { memory, telemetry } = this.#parts;
    const stocks = new Map(memory.lanes.map(({ lane, stock }) => [lane, stock]));
    memory.lanes = this.#settings().map(({ lane }) => ({ lane, stock: stocks.get(lane) ?? 0 }));
    telemetry.stockChanged();
  }

  refill(): void {
    const { memory, telemetry } = this.#parts;
    const capacities = new Map(this.#settings().map(({ lane, capacity }) => [lane, capacity]));
    for (const entry of memory.lanes) entry.stock = Math.max(entry.stock, capacities.get(entry.lane) ?? 0);
    telemetry.stockChanged();
  }

  empty(): void {
    const { memory, telemetry } = this.#parts;
    for (const entry of memory.lanes) entry.stock = 0;
    telemetry.stockChanged();
  }

  /** More than a fifth of the open lanes have nothing left. */
  get low(): boolean {
    const open = this.#settings().filter((lane) => lane.open);
    return open.filter(({ lane }) => this.stockOf(lane) === 0).length * 5 > open.length;
  }

  settingsOf(lane: number): LaneSettings | undefined {
    return this.#settings().find((entry) => entry.lane === lane);
  }

  stockOf(lane: number): number {
    return this.#parts.memory.lanes.find((entry) => entry.lane === lane)?.stock ?? 0;
  }

  setStock(list: readonly { lane: number; stock: number }[]): void {
    const { memory, telemetry } = this.#parts;
    const stocks = new Map(list.map(({ lane, stock }) => [lane, stock]));
    for (const entry of memory.lanes) entry.stock = stocks.get(entry.lane) ?? entry.stock;
    telemetry.stockChanged();
  }

  /** Lanes somebody could buy from now. */
  stocked(): LaneSettings[] {
    return this.#settings().filter(({ open, lane }) => open && this.stockOf(lane) > 0);
  }

  /** One turn. Without a sensor below, a full turn of the motor counts as a drop. */
  async turn(lane: number, dropWaitMs: number): Promise<Drop> {
    const { memory, telemetry, power, random, wear } = this.#parts;
    const entry = memory.lanes.find((candidate) => candidate.lane === lane);
    if (!entry || entry.stock === 0) return 'empty';
    await power.sleep(turnMs);
    if (this.#jams()) return 'jam';
    entry.stock--;
    telemetry.stockChanged();
    if (!this.settingsOf(lane)?.dropDetection) return 'dropped';
    if (random.chance(wear.unseenPerPiece)) {
      await power.sleep(dropWaitMs);
      return 'unseen';
    }
    return 'dropped';
  }
}
