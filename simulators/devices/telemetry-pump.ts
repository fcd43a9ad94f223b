import { limits } from '#kit/protocol/limits.ts';
import type { DownMessage } from '#kit/protocol/messages.ts';
import type { DeviceCore } from './device-core.ts';
import { untilPowerLost } from './power.ts';

const gatherMs = 500;

/** Stop and wait: one telemetry message is on its way at a time, sent again until it is acknowledged. */
export class TelemetryPump {
  readonly #core: DeviceCore;
  readonly #mayFlow: () => boolean;
  #asked = false;
  #stopResending: (() => void) | undefined;

  constructor(core: DeviceCore, mayFlow: () => boolean) {
    this.#core = core;
    this.#mayFlow = mayFlow;
  }

  /** News wait a moment for company. */
  ask(): void {
    if (this.#asked || !this.#mayFlow()) return;
    this.#asked = true;
    this.#core.power.after(gatherMs, () => {
      this.#asked = false;
      if (!this.#stopResending) this.#send();
    });
  }

  /** A new connection: what the old one carried may be lost. */
  begin(): void {
    this.#stopResending?.();
    this.#send();
  }

  acknowledge({ epoch, seq }: DownMessage<'ack'>): void {
    if (!this.#core.telemetry.acknowledge(epoch, seq)) return;
    this.#stopResending?.();
    this.#stopResending = undefined;
    this.ask();
  }

  /** The next message waits as long as a repeat would, or two that disagree would never be silent. */
  reject(epoch: number | undefined, seq: number | undefined): boolean {
    if (!this.#core.telemetry.reject(epoch, seq)) return false;
    this.#stopResending?.();
    this.#stopResending = this.#core.power.after(limits.telemetryResendMs, () => this.#send());
    return true;
  }

  #send(): void {
    this.#stopResending = undefined;
    const message = this.#mayFlow() ? this.#core.telemetry.next() : undefined;
    if (!message) return;
    this.#stopResending = this.#core.power.after(limits.telemetryResendMs, () => this.#send());
    const sent = this.#core.save().then(() => this.#core.send('telemetry', message));
    untilPowerLost(sent, this.#core.options.onTrouble);
  }
}
