import type { UpMessage } from '#kit/protocol/messages.ts';
import type { UpKind } from '#kit/protocol/topics.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { LetOut } from '#kit/protocol/types/define.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type {
  CounterIncrement,
  CounterOddity,
  DeviceFact,
  DeviceRef,
  DeviceWarning,
  FaultChange,
  PresenceChange,
  RegisteredDevice,
  ScreenPlayReport,
  SettledCommand,
  StockReport,
} from './device-facts.ts';
import type { DeviceView } from './device-queries.ts';

/**
 * What other features do when devices tell something. Each runs inside the transaction that stores the fact: what
 * throws undoes both, and the device repeats its message.
 */
export interface FactListener {
  increments?(tx: Tx, list: CounterIncrement[]): Promise<void>;
  oddities?(tx: Tx, list: CounterOddity[]): Promise<void>;
  events?(tx: Tx, list: DeviceFact[]): Promise<void>;
  presence?(tx: Tx, list: PresenceChange[]): Promise<void>;
  faults?(tx: Tx, list: FaultChange[]): Promise<void>;
  stock?(tx: Tx, list: StockReport[]): Promise<void>;
  screenPlays?(tx: Tx, list: ScreenPlayReport[]): Promise<void>;
  commandSettled?(tx: Tx, command: SettledCommand): Promise<void>;
  /** controllers claimed or taken over; most have not spoken yet */
  registered?(tx: Tx, list: RegisteredDevice[]): Promise<void>;
  warned?(tx: Tx, warning: DeviceWarning): Promise<void>;
}

export type MessageListener<K extends UpKind> = (device: DeviceRef, message: UpMessage<K>) => Promise<void>;

/** A controller nobody has claimed said hello: it is being paired, or somebody is about to register it. */
export type UnclaimedListener = (code: string, hello: UpMessage<'hello'>) => Promise<void>;

/** What a device runs with, as far as anybody knows; the feature that keeps settings answers. */
export type SettingsReader = (device: DeviceRef) => Promise<SettingsDocument | undefined>;

/** Gives a machine that can be reached another price of a play; the feature that keeps settings does it. */
export type PriceSetter = (context: StaffContext, device: DeviceView, priceFen: number) => Promise<void>;

/** Something that a machine shall let out in the name of staff. */
export interface Letting {
  device: DeviceView;
  command: string;
  parameters: Record<string, unknown>;
  what: LetOut['what'];
  /** undefined where nobody can tell before */
  pieces: number | undefined;
}

/**
 * Asked before a machine lets something out in the name of staff, whichever call it comes from: refuses who lacks the
 * right or is beyond the limit of the day, writes the record, and answers what the command is part of.
 */
export type Gatekeeper = (
  tx: Tx,
  context: StaffContext,
  letting: Letting,
) => Promise<{ kind: string; id: string }>;

/** What machines took today in money; null for a reader who may not see it. The feature that knows all income answers. */
export type TakingsReader = (
  context: StaffContext,
  deviceIds: readonly string[],
) => Promise<ReadonlyMap<string, number> | null>;

interface Hub {
  gatekeeper: Gatekeeper | undefined;
  settings: SettingsReader | undefined;
  prices: PriceSetter | undefined;
  takings: TakingsReader | undefined;
  facts: FactListener[];
  unclaimed: UnclaimedListener[];
  messages: Map<UpKind, MessageListener<UpKind>[]>;
}

const hubs = new WeakMap<Services, Hub>();

function hubOf(services: Services): Hub {
  let hub = hubs.get(services);
  if (!hub) {
    hub = {
      gatekeeper: undefined,
      settings: undefined,
      prices: undefined,
      takings: undefined,
      facts: [],
      unclaimed: [],
      messages: new Map(),
    };
    hubs.set(services, hub);
  }
  return hub;
}

/** Called from a feature's `start`. */
export function onDeviceFacts(services: Services, listener: FactListener): void {
  hubOf(services).facts.push(listener);
}

/** hello, settings, content and firmware messages as they come, after presence and state were stored. */
export function onDeviceMessage<K extends UpKind>(
  services: Services,
  kind: K,
  listener: MessageListener<K>,
): void {
  const { messages } = hubOf(services);
  messages.set(kind, [...(messages.get(kind) ?? []), listener as unknown as MessageListener<UpKind>]);
}

export function onUnclaimedHello(services: Services, listener: UnclaimedListener): void {
  hubOf(services).unclaimed.push(listener);
}

/** Called from the `start` of the feature that keeps settings: devices do not depend on it, it depends on them. */
export function provideSettings(services: Services, reader: SettingsReader): void {
  hubOf(services).settings = reader;
}

export function providePriceSetter(services: Services, setter: PriceSetter): void {
  hubOf(services).prices = setter;
}

export function provideTakings(services: Services, reader: TakingsReader): void {
  hubOf(services).takings = reader;
}

export const takingsOf: TakingsReader = async (context, deviceIds) =>
  hubOf(context.services).takings?.(context, deviceIds) ?? null;

export const priceSetterOf = (services: Services): PriceSetter | undefined => hubOf(services).prices;

/** Called from the `start` of the feature that keeps limits and records of what is let out. */
export function provideGatekeeper(services: Services, gatekeeper: Gatekeeper): void {
  hubOf(services).gatekeeper = gatekeeper;
}

export const gatekeeperOf = (services: Services): Gatekeeper | undefined => hubOf(services).gatekeeper;

export const runningSettings: (
  services: Services,
  device: DeviceRef,
) => Promise<SettingsDocument | undefined> = async (services, device) => hubOf(services).settings?.(device);
export const unclaimedListeners = (services: Services): readonly UnclaimedListener[] =>
  hubOf(services).unclaimed;
export const factListeners = (services: Services): readonly FactListener[] => hubOf(services).facts;
export const messageListeners = (services: Services, kind: UpKind): readonly MessageListener<UpKind>[] =>
  hubOf(services).messages.get(kind) ?? [];

/** Who keeps watch hears of it in the caller's transaction. */
export async function warnOf(tx: Tx, services: Services, warning: DeviceWarning): Promise<void> {
  for (const listener of factListeners(services)) await listener.warned?.(tx, warning);
}
