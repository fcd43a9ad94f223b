import type { UpMessage } from '#kit/protocol/messages.ts';
import type { DeviceCore } from './device-core.ts';

/** The price list on the screen: what people read, never what they pay. That the server works out. */
export class PriceKeeper {
  readonly #core: DeviceCore;

  constructor(core: DeviceCore) {
    this.#core = core;
  }

  async receive(payload: string): Promise<void> {
    const { memory } = this.#core;
    const shown = memory.prices?.version ?? 0;
    const message = this.#core.open('prices', payload);
    if (!message) {
      this.#core.refused('prices: signature');
      return this.#answer({ version: shown, state: 'refused', reason: 'signature' });
    }
    const { expiresAt, ...list } = message;
    const { version } = list;
    // the answer to the same message may have been lost
    if (version === shown) return this.#answer({ version, state: 'applied' });
    if (version < shown) return this.#answer({ version, state: 'refused', reason: 'old' });
    if (this.#core.isExpired(expiresAt))
      return this.#answer({ version, state: 'refused', reason: 'expired' });
    memory.prices = list;
    await this.#core.save();
    await this.#answer({ version, state: 'applied' });
  }

  #answer(answer: UpMessage<'prices'>): Promise<void> {
    return this.#core.send('prices', answer);
  }
}
