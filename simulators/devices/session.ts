import { limits } from '#kit/protocol/limits.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { loginPassword, staticPassword } from '#kit/protocol/signing.ts';
import { type UpKind, upTopic } from '#kit/protocol/topics.ts';
import type { DeviceCore } from './device-core.ts';
import type { Link } from './link.ts';

const helloAgainMs = 10_000;
const helloTries = 3;
const firstRetryMs = 1000;
const lastRetryMs = 60_000;

/** Connections, one after another: login, hello until welcome, heartbeats until it is lost. */
export class Session {
  readonly #core: DeviceCore;
  readonly #onMessage: (topic: string, payload: string) => void;
  readonly #bootedAtMs: number;
  #id = '';
  #link: Link | undefined;
  #welcomed = false;
  heartbeatEveryMs: number = limits.heartbeatEveryMs;

  constructor(core: DeviceCore, onMessage: (topic: string, payload: string) => void) {
    this.#core = core;
    this.#onMessage = onMessage;
    this.#bootedAtMs = core.options.clock().getTime();
  }

  get welcomed(): boolean {
    return this.#welcomed;
  }

  /** True for the first welcome of a connection. */
  welcome(): boolean {
    const first = !this.#welcomed;
    this.#welcomed = true;
    return first;
  }

  async publish<K extends UpKind>(kind: K, message: UpMessage<K>): Promise<void> {
    await this.#link
      ?.publish(upTopic(this.#core.identity.code, kind), JSON.stringify(message))
      .catch(() => undefined);
  }

  /** A last word, then silence. */
  async sayGoodbye(reason: UpMessage<'offline'>['reason']): Promise<void> {
    await this.publish('offline', { session: this.#id, reason });
    const link = this.#link;
    this.#link = undefined;
    this.#welcomed = false;
    await link?.close().catch(() => undefined);
  }

  drop(): void {
    this.#link?.drop();
    this.#link = undefined;
    this.#welcomed = false;
  }

  async stayConnected(): Promise<never> {
    const { power, options } = this.#core;
    for (let failures = 0; ; failures++) {
      if (await this.#hold()) failures = 0;
      const waitMs = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
      // at random, so that a thousand machines do not come back in the same second
      await power.wait(waitMs * (0.5 + options.random.next()));
    }
  }

  /** One connection from login to loss; false when the broker did not let the device in. */
  async #hold(): Promise<boolean> {
    const { power } = this.#core;
    const loss = Promise.withResolvers<void>();
    const id = this.#core.options.random.hex(16);
    const link = await this.#open(id, loss.resolve);
    if (!power.on) link?.drop();
    power.check();
    if (!link) return false;
    this.#id = id;
    this.#link = link;
    const stopKnocking = this.#knock(loss.resolve);
    await loss.promise;
    stopKnocking();
    link.drop();
    if (this.#link === link) this.drop();
    return true;
  }

  async #open(id: string, onLost: () => void): Promise<Link | undefined> {
    const { options, identity, now } = this.#core;
    const { code, secret } = identity;
    const password =
      options.auth === 'static'
        ? staticPassword(secret, code)
        : loginPassword(secret, code, now.call(this.#core));
    try {
      return await options.openLink({
        url: options.url,
        code,
        password,
        will: { topic: upTopic(code, 'offline'), payload: JSON.stringify({ session: id, reason: 'lost' }) },
        onMessage: this.#onMessage,
        onLost,
      });
    } catch {
      return undefined;
    }
  }

  /** hello until welcome; then heartbeats, or hello again and again while nobody owns the machine. */
  #knock(giveUp: () => void): () => void {
    let stop = () => {};
    let unanswered = 0;
    const beat = () => {
      if (!this.#welcomed && unanswered++ === helloTries) return giveUp();
      void (this.#welcomed && this.#core.memory.claimed ? this.#sendHeartbeat() : this.sayHello());
      stop = this.#core.power.after(this.#welcomed ? this.heartbeatEveryMs : helloAgainMs, beat);
    };
    beat();
    return () => stop();
  }

  sayHello(): Promise<void> {
    const { memory, options, identity } = this.#core;
    return this.publish('hello', {
      session: this.#id,
      protocol: 1,
      type: identity.type,
      model: identity.model,
      ...(options.hardware && { hardware: options.hardware }),
      firmware: memory.firmware,
      ...(memory.app && { app: memory.app }),
      boot: memory.boot,
      epoch: memory.epoch,
      settingsVersion: memory.settingsVersion,
      settingsHash: memory.settingsHash,
      contentVersion: memory.contentVersion,
      pricesVersion: memory.prices?.version ?? 0,
      faults: [...memory.faults],
      signal: options.signal(),
      ...(options.pairing && { pairing: options.pairing }),
    });
  }

  #sendHeartbeat(): Promise<void> {
    const { memory, options, machine } = this.#core;
    return this.publish('heartbeat', {
      session: this.#id,
      at: this.#core.now().toISOString(),
      uptimeS: Math.max(0, Math.floor((options.clock().getTime() - this.#bootedAtMs) / 1000)),
      signal: options.signal(),
      settingsVersion: memory.settingsVersion,
      settingsHash: memory.settingsHash,
      busy: machine.busy,
    });
  }
}
