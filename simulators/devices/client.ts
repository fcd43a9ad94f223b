import type { Clock } from '#kit/kernel/time.ts';
import { Controller } from './controller.ts';
import type { ControllerOptions } from './device-core.ts';
import { mqttLink } from './link.ts';
import type { Machine } from './machine.ts';
import { Power, untilPowerLost } from './power.ts';
import type { Timers } from './timers.ts';

type Given = Pick<ControllerOptions, 'identity' | 'url' | 'storage' | 'random' | 'machine'>;
type Defaulted = Omit<ControllerOptions, keyof Given | 'onRestart'>;

export interface ClientOptions extends Given, Partial<Defaulted> {
  timers: Timers;
  /** how many times faster than life the machine and the people at it move */
  pace?: number;
}

const bootMs = 2000;
const defaultSoftware = { firmware: '2.4.0', app: '3.1.0' };

/** A device with a plug. What it must not forget lies in its storage; everything else ends with the power. */
export class DeviceClient {
  readonly #options: Omit<ControllerOptions, 'onRestart'>;
  readonly #timers: Timers;
  readonly #pace: number;
  #power: Power | undefined;
  #controller: Controller | undefined;
  #cancelBoot: () => void = () => undefined;

  constructor({ timers, pace = 1, ...given }: ClientOptions) {
    this.#timers = timers;
    this.#pace = pace;
    this.#options = { ...defaults(timers), ...given };
  }

  get code(): string {
    return this.#options.identity.code;
  }

  /** undefined while it is unplugged or starting */
  get controller(): Controller | undefined {
    return this.#controller;
  }

  get machine(): Machine | undefined {
    return this.#controller?.machine;
  }

  get online(): boolean {
    return this.#controller?.online ?? false;
  }

  /** Resolves when it has started; it connects by itself, and again whenever the connection is lost. */
  async plug(): Promise<void> {
    if (this.#power) return;
    this.#cancelBoot();
    const power = new Power(this.#timers, this.#pace);
    this.#power = power;
    const controller = await Controller.start(
      { ...this.#options, onRestart: (reason) => this.#restart(power, reason) },
      power,
    );
    if (this.#power === power) this.#controller = controller;
  }

  /** Without warning: nothing more is written or sent, and the broker speaks the last will. */
  unplug(): void {
    this.#cancelBoot();
    this.#power?.cut();
    this.#controller?.dropLink();
    this.#power = undefined;
    this.#controller = undefined;
  }

  /** Switched off in order. */
  async shutDown(): Promise<void> {
    this.#cancelBoot();
    await this.#leave('shutdown');
  }

  /** The next start joins the server with this token. */
  pairWith(token: string | undefined, url = this.#options.url): void {
    this.#options.pairing = token;
    this.#options.url = url;
  }

  #restart(power: Power, reason: 'restart' | 'update'): void {
    if (this.#power !== power) return;
    const again = async () => {
      await this.#leave(reason);
      this.#cancelBoot = this.#timers.after(bootMs, () =>
        untilPowerLost(this.plug(), this.#options.onTrouble),
      );
    };
    untilPowerLost(again(), this.#options.onTrouble);
  }

  async #leave(reason: 'shutdown' | 'restart' | 'update'): Promise<void> {
    const power = this.#power;
    const controller = this.#controller;
    this.#power = undefined;
    this.#controller = undefined;
    await controller?.save();
    await controller?.sayGoodbye(reason);
    power?.cut();
  }
}

const defaults = (clock: Clock): Defaulted => ({
  openLink: mqttLink(),
  auth: 'timed',
  software: defaultSoftware,
  hardware: undefined,
  makerKey: undefined,
  signal: () => ({ kind: 'wired' }),
  clock: () => clock.now(),
  httpBase: undefined,
  fetch,
  firmwareBoots: () => true,
  pairing: undefined,
  onTrouble: (error) => console.error(error),
});
