import type {
  CounterIncrement,
  CounterOddity,
  DeviceRef,
  FaultChange,
  PresenceChange,
  ScreenPlayReport,
  StockReport,
} from '../device-facts.ts';

export type Hoppers = { hopper: number; coins: number }[];
export type Lanes = { lane: number; stock: number }[];

/** What the link knows and changes of one device while its row is locked. */
export interface LinkState {
  device: DeviceRef;
  online: boolean;
  session: string | null;
  changedAt: Date | null;
  lastSeenAt: Date | null;
  signalKind: string | null;
  signalDbm: number | null;
  model: string | null;
  hardware: string | null;
  firmware: string | null;
  app: string | null;
  boot: number | null;
  settingsVersion: number;
  settingsHash: string | null;
  contentVersion: number;
  busy: boolean;
  freeBytes: number | null;
  faults: string[];
  epoch: number;
  seq: number;
  /** nothing was counted for the owner yet, and before there was none */
  newOwner: boolean;
  telemetryAt: Date | null;
  counters: Record<string, number>;
  /** only when a message tells them: they are bulky, and nothing here needs the ones before */
  hoppers: Hoppers | undefined;
  lanes: Lanes | undefined;
  /** which columns differ from the row (of the connection, of telemetry, the faults), and whether pages should look */
  changed: { link: boolean; telemetry: boolean; faults: boolean; news: boolean };
}

/** A line of the device's log. */
export interface LogRow {
  device: DeviceRef;
  /** an event of the device's own, which listeners hear of too */
  told?: true;
  at: Date;
  kind: string;
  data: Record<string, unknown>;
}

/** Everything a batch of messages says, in the order it was said. */
export interface Facts {
  increments: CounterIncrement[];
  oddities: CounterOddity[];
  presence: PresenceChange[];
  faults: FaultChange[];
  stock: StockReport[];
  screenPlays: ScreenPlayReport[];
  log: LogRow[];
}

export const noFacts = (): Facts => ({
  increments: [],
  oddities: [],
  presence: [],
  faults: [],
  stock: [],
  screenPlays: [],
  log: [],
});

/** Columns of the connection changed, in a way that people see. */
export function markLink(state: LinkState): void {
  state.changed.link = true;
  state.changed.news = true;
}
