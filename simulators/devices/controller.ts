import { type DownMessage, downMessages, type UpMessage } from '#kit/protocol/messages.ts';
import { openSigned, presenceCode, presenceWindow } from '#kit/protocol/signing.ts';
import { type DownKind, downTopic, type UpKind } from '#kit/protocol/topics.ts';
import { CommandDesk } from './command-desk.ts';
import { ContentKeeper } from './content-keeper.ts';
import type { ControllerOptions, DeviceCore, DeviceIdentity } from './device-core.ts';
import { FirmwareUpdater } from './firmware-updater.ts';
import { Journal } from './journal.ts';
import type { Machine } from './machine.ts';
import { type DeviceMemory, openMemory } from './memory.ts';
import { type Power, untilPowerLost } from './power.ts';
import { inTurn, poweredStorage } from './powered-storage.ts';
import { PriceKeeper } from './price-keeper.ts';
import { ScreenPlayer } from './screen-player.ts';
import { Session } from './session.ts';
import { SettingsKeeper } from './settings-keeper.ts';
import type { DeviceStorage } from './storage.ts';
import { Telemetry } from './telemetry.ts';
import { TelemetryPump } from './telemetry-pump.ts';

/** A smaller difference is the network's delay. */
const clockStepMs = 2000;

/** One start of a device, from power on to power off: the reference for firmware. */
export class Controller implements DeviceCore {
  readonly options: ControllerOptions;
  readonly power: Power;
  readonly storage: DeviceStorage;
  readonly memory: DeviceMemory;
  readonly journal: Journal;
  readonly telemetry: Telemetry;
  readonly machine: Machine;
  readonly screen: ScreenPlayer;
  readonly #session: Session;
  readonly #pump: TelemetryPump;
  readonly #commands: CommandDesk;
  readonly #settings: SettingsKeeper;
  readonly #content: ContentKeeper;
  readonly #prices: PriceKeeper;
  readonly #firmware: FirmwareUpdater;
  readonly #inbox = inTurn();
  #clockOffsetMs = 0;

  private constructor(
    options: ControllerOptions,
    power: Power,
    storage: DeviceStorage,
    memory: DeviceMemory,
    journal: Journal,
  ) {
    this.options = options;
    this.power = power;
    this.storage = storage;
    this.memory = memory;
    this.journal = journal;
    const now = () => this.now();
    this.#session = new Session(this, (topic, payload) => this.#receive(topic, payload));
    this.#pump = new TelemetryPump(this, () => this.#session.welcomed && memory.claimed);
    this.telemetry = new Telemetry(memory, now, () => this.#pump.ask());
    this.machine = options.machine({
      type: options.identity.type,
      memory,
      telemetry: this.telemetry,
      power,
      random: options.random.fork(`machine/${memory.boot}`),
      now,
      onTrouble: options.onTrouble,
    });
    this.screen = new ScreenPlayer(this);
    this.#commands = new CommandDesk(this);
    this.#settings = new SettingsKeeper(this);
    this.#content = new ContentKeeper(this);
    this.#prices = new PriceKeeper(this);
    this.#firmware = new FirmwareUpdater(this);
  }

  static async start(options: ControllerOptions, power: Power): Promise<Controller> {
    const storage = poweredStorage(options.storage, power);
    const memory = openMemory(await storage.readMemory(), options.identity.type, options.software);
    let controller: Controller | undefined;
    const journal = await Journal.open(storage, () => controller?.now() ?? options.clock());
    memory.boot++;
    memory.clockFloorMs = Math.max(memory.clockFloorMs, journal.latestMs);
    controller = new Controller(options, power, storage, memory, journal);
    controller.telemetry.log({ kind: 'restart' });
    await controller.#commands.recover();
    const starts = controller.#firmware.boot();
    await controller.save();
    controller.screen.wake();
    if (starts) untilPowerLost(controller.#session.stayConnected(), options.onTrouble);
    return controller;
  }

  get identity(): DeviceIdentity {
    return this.options.identity;
  }

  get httpBase(): string | undefined {
    return this.memory.http ?? this.options.httpBase;
  }

  get online(): boolean {
    return this.#session.welcomed;
  }

  /** What it shows on its screen for the person before it; only counters ask who that is. */
  get shownCode(): string | undefined {
    const { type, code, secret } = this.identity;
    return type === 'deposit' ? presenceCode(secret, code, presenceWindow(this.now())) : undefined;
  }

  now(): Date {
    const correctedMs = this.options.clock().getTime() + this.#clockOffsetMs;
    return new Date(Math.max(correctedMs, this.memory.clockFloorMs));
  }

  save(): Promise<void> {
    this.memory.clockFloorMs = this.now().getTime();
    return this.storage.writeMemory(this.memory);
  }

  async send<K extends UpKind>(kind: K, message: UpMessage<K>): Promise<void> {
    if (this.power.on) await this.#session.publish(kind, message);
  }

  open<K extends DownKind>(kind: K, payload: string): DownMessage<K> | undefined {
    const message = openSigned(this.identity.secret, downTopic(this.identity.code, kind), payload);
    return downMessages[kind].safeParse(message).data as DownMessage<K> | undefined;
  }

  isExpired(expiresAt: string): boolean {
    return this.now().getTime() >= Date.parse(expiresAt);
  }

  refused(detail: string, commandId?: string): void {
    this.telemetry.log({ kind: 'refused', detail, ...(commandId && { commandId }) });
  }

  touchPanel(change: Record<string, Record<string, unknown>>): Promise<void> {
    return this.#settings.touch(change);
  }

  restoreFactorySettings(): Promise<void> {
    return this.#settings.restoreFactory();
  }

  restart(reason: 'restart' | 'update'): void {
    this.options.onRestart(reason);
  }

  sayGoodbye(reason: UpMessage<'offline'>['reason']): Promise<void> {
    return this.#session.sayGoodbye(reason);
  }

  dropLink(): void {
    this.#session.drop();
  }

  #receive(topic: string, payload: string): void {
    const kind = topic.slice(topic.lastIndexOf('/') + 1);
    if (!this.power.on || !Object.hasOwn(this.#handlers, kind)) return;
    if (topic !== downTopic(this.identity.code, kind as DownKind)) return;
    const handle = this.#handlers[kind as DownKind];
    untilPowerLost(
      this.#inbox(() => handle(payload)),
      this.options.onTrouble,
    );
  }

  readonly #handlers: Record<DownKind, (payload: string) => Promise<void>> = {
    welcome: (payload) => this.#onWelcome(parseUnsigned('welcome', payload)),
    ack: async (payload) => {
      const ack = parseUnsigned('ack', payload);
      if (ack) this.#pump.acknowledge(ack);
    },
    error: async (payload) => {
      const error = parseUnsigned('error', payload);
      if (error) this.#onError(error);
    },
    command: (payload) => this.#commands.receive(payload),
    journal: (payload) => this.#commands.answerQuery(payload),
    settings: (payload) => this.#settings.receive(payload),
    content: (payload) => this.#content.receive(payload),
    prices: (payload) => this.#prices.receive(payload),
    firmware: (payload) => this.#firmware.receive(payload),
  };

  async #onWelcome(welcome: DownMessage<'welcome'> | undefined): Promise<void> {
    if (!welcome) return;
    this.#setClock(Date.parse(welcome.now));
    this.#session.heartbeatEveryMs = welcome.heartbeatEveryMs;
    const first = this.#session.welcome();
    const wasClaimed = this.memory.claimed;
    const moved = welcome.http !== undefined && welcome.http !== this.memory.http;
    if (moved) this.memory.http = welcome.http;
    const changed = this.#agreeOnCounting(welcome);
    if (changed || moved) await this.save();
    // let go while it was connected: the server must know who is there before somebody claims it
    if (wasClaimed && !welcome.claimed) await this.#session.sayHello();
    if (first) {
      await this.#commands.tellRecovered();
      await this.#firmware.confirm();
      await this.#content.resume();
    }
    if (first || changed) this.#pump.begin();
  }

  /** True when the device counts again from here on. */
  #agreeOnCounting({ claimed, epoch, seq }: DownMessage<'welcome'>): boolean {
    const { memory, telemetry } = this;
    const wasClaimed = memory.claimed;
    memory.claimed = claimed;
    if (!claimed) {
      // they were those of the owner before
      memory.prices = undefined;
      this.#content.forget();
      return wasClaimed;
    }
    const alreadyTold = memory.seq > 0 && memory.unsent[0]?.seq !== 1;
    if (!wasClaimed || (epoch === 0 && seq === 0 && alreadyTold)) {
      // what was counted for nobody, or for the owner before, is not the new owner's
      memory.events.length = 0;
      memory.played.length = 0;
      memory.prices = undefined;
      this.#content.forget();
      telemetry.beginEpoch(Math.max(epoch, memory.epoch) + 1);
      return true;
    }
    if (epoch > memory.epoch || (epoch === memory.epoch && seq > memory.seq)) {
      // the server has seen more of this device than the device remembers: its storage is an old copy
      telemetry.beginEpoch(epoch + 1);
      return true;
    }
    telemetry.acknowledge(epoch, seq);
    return false;
  }

  /** The server will never take that message as it is. Whatever is not telemetry is told again by itself. */
  #onError({ kind, reason, path, epoch, seq }: DownMessage<'error'>): void {
    if (kind === 'telemetry' && !this.#pump.reject(epoch, seq)) return;
    this.refused(`${kind}: ${reason} ${path ?? ''}`.trim());
  }

  #setClock(serverMs: number): void {
    const errorMs = serverMs - (this.options.clock().getTime() + this.#clockOffsetMs);
    if (Math.abs(errorMs) > clockStepMs) this.#clockOffsetMs += errorMs;
  }
}

function parseUnsigned<K extends 'welcome' | 'ack' | 'error'>(
  kind: K,
  payload: string,
): DownMessage<K> | undefined {
  try {
    return downMessages[kind].safeParse(JSON.parse(payload)).data as DownMessage<K> | undefined;
  } catch {
    return undefined;
  }
}
