import type { KeyObject } from 'node:crypto';
import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import type { DeviceSecret } from '#kit/protocol/signing.ts';
import type { DownKind, UpKind } from '#kit/protocol/topics.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Journal } from './journal.ts';
import type { OpenLink } from './link.ts';
import type { Machine, MachineParts } from './machine.ts';
import type { DeviceMemory } from './memory.ts';
import type { Power } from './power.ts';
import type { Random } from './random.ts';
import type { DeviceStorage } from './storage.ts';
import type { Telemetry } from './telemetry.ts';

export interface DeviceIdentity {
  code: string;
  type: DeviceType;
  model: string;
  secret: DeviceSecret;
}

export type Signal = UpMessage<'hello'>['signal'];

export interface ControllerOptions {
  identity: DeviceIdentity;
  /** of the broker */
  url: string;
  storage: DeviceStorage;
  random: Random;
  openLink: OpenLink;
  /** timed: docs/device-protocol.md, "Login"; static: for brokers that know only a password file */
  auth: 'timed' | 'static';
  software: { firmware: string; app?: string };
  /** revision of the board */
  hardware: string | undefined;
  /** burnt in: only firmware that the maker signed is installed */
  makerKey: KeyObject | undefined;
  machine(parts: Omit<MachineParts, 'wear'>): Machine;
  signal(): Signal;
  /** the time as the device's own quartz tells it */
  clock(): Date;
  /** where downloads with a relative address come from, until the server says */
  httpBase: string | undefined;
  fetch: typeof fetch;
  /** false for a version that hangs when it starts */
  firmwareBoots(version: string): boolean;
  /** token of the WiFi pairing that brought the device here */
  pairing: string | undefined;
  onRestart(reason: 'restart' | 'update'): void;
  onTrouble(error: unknown): void;
}

/** What the parts of a controller share: one start of a device. */
export interface DeviceCore {
  readonly options: ControllerOptions;
  readonly identity: DeviceIdentity;
  readonly power: Power;
  readonly storage: DeviceStorage;
  readonly memory: DeviceMemory;
  readonly journal: Journal;
  readonly telemetry: Telemetry;
  readonly machine: Machine;
  /** content or settings of the screen changed */
  readonly screen: { wake(): void };
  /** what a relative url belongs to: as the server said, or as burnt in */
  readonly httpBase: string | undefined;
  /** Corrected by the server's time, and never behind what is written down. */
  now(): Date;
  save(): Promise<void>;
  /** What can not leave now is lost; what must arrive is asked for or sent again. */
  send<K extends UpKind>(kind: K, message: UpMessage<K>): Promise<void>;
  /** The signed message of a kind, or undefined when it is not the server's or not of the protocol. */
  open<K extends DownKind>(kind: K, payload: string): DownMessage<K> | undefined;
  isExpired(expiresAt: string): boolean;
  /** Said to the log of the device: somebody sent what is not to be obeyed. */
  refused(detail: string, commandId?: string): void;
  restoreFactorySettings(): Promise<void>;
  restart(reason: 'restart' | 'update'): void;
}
