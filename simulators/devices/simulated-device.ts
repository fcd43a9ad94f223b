import type { FaultCode } from '#kit/protocol/faults.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { DeviceClient } from './client.ts';
import type { DeviceIdentity, Signal } from './device-core.ts';
import { Life } from './life.ts';
import type { OpenLink } from './link.ts';
import type { Fate } from './machine.ts';
import { CoinGame } from './machine-coin-game.ts';
import { createMachine } from './machines.ts';
import { untilPowerLost } from './power.ts';
import type { Profile } from './profiles.ts';
import type { Random } from './random.ts';
import type { DeviceStorage } from './storage.ts';
import type { Timers } from './timers.ts';
import { throughWeather } from './weather.ts';

export interface SimulatedDeviceOptions {
  identity: DeviceIdentity;
  url: string;
  profile: Profile;
  random: Random;
  timers: Timers;
  speed: number;
  storage: DeviceStorage;
  openLink: OpenLink;
  auth?: 'timed' | 'static';
  httpBase?: string;
  onTrouble(error: unknown): void;
}

/** A machine, its controller, its plug and the people around it; tests and demos can take any of them by the hand. */
export class SimulatedDevice {
  readonly client: DeviceClient;
  readonly identity: DeviceIdentity;
  readonly life: Life;
  readonly #onTrouble: (error: unknown) => void;

  constructor(options: SimulatedDeviceOptions) {
    const { identity, profile, timers, speed, onTrouble } = options;
    const random = options.random.fork(identity.code);
    this.identity = identity;
    this.#onTrouble = onTrouble;
    this.client = new DeviceClient({
      identity,
      url: options.url,
      storage: options.storage,
      timers,
      pace: speed,
      random: random.fork('client'),
      machine: (parts) => createMachine({ ...parts, wear: profile.wear, keptFree: () => this.life.keptFree }),
      openLink: throughWeather(options.openLink, profile.weather, random.fork('weather'), timers),
      auth: options.auth ?? 'timed',
      httpBase: options.httpBase,
      signal: signalOf(random.fork('signal')),
      onTrouble,
    });
    this.life = new Life({
      client: this.client,
      type: identity.type,
      profile,
      random: random.fork('life'),
      timers,
      speed,
      onTrouble,
    });
  }

  get online(): boolean {
    return this.client.online;
  }

  async plug(): Promise<void> {
    await this.client.plug();
  }

  unplug(): void {
    this.client.unplug();
  }

  /** Somebody changes settings at the machine itself. */
  async touchPanel(change: SettingsDocument): Promise<void> {
    await this.#controller.touchPanel(change);
  }

  /** Something breaks or jams now. */
  jam(code: FaultCode): void {
    this.#controller.machine.break(code);
  }

  mend(code: FaultCode): void {
    this.#controller.machine.mend(code);
  }

  /** Staff come by: whatever is broken works, and everything is full. */
  mendAll(): void {
    const { machine, telemetry } = this.#controller;
    for (const code of [...telemetry.faults]) machine.mend(code);
    machine.refill();
  }

  empty(): void {
    this.#controller.machine.empty();
  }

  decide(fate: Fate): void {
    this.#controller.machine.decide(fate);
  }

  press(): void {
    this.#controller.machine.press();
  }

  feed(): void {
    untilPowerLost(this.#controller.machine.feed(), this.#onTrouble);
  }

  /** Coins through the slot of a game. */
  insertCoins(coins: number): void {
    const { machine } = this.#controller;
    if (!(machine instanceof CoinGame)) throw new Error(`${this.identity.code} has no coin slot`);
    untilPowerLost(machine.insertCoins(coins), this.#onTrouble);
  }

  get #controller() {
    const { controller } = this.client;
    if (!controller) throw new Error(`${this.identity.code} is unplugged`);
    return controller;
  }
}

/** Two machines in three hang on WiFi; the rest have a card of their own. */
function signalOf(random: Random): () => Signal {
  const base = random.int(-78, -48);
  const kind = random.chance(0.66) ? 'wifi' : 'cellular';
  const iccid = kind === 'cellular' ? `898600${random.hex(14).replace(/[a-f]/g, '7')}` : undefined;
  return () => ({ kind, dbm: base + random.int(-4, 4), ...(iccid && { iccid }) });
}
