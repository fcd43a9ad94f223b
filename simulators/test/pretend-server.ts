import { randomBytes, randomUUID } from 'node:crypto';
import { limits } from '#kit/protocol/limits.ts';
import { type DownMessage, isSigned, type UpMessage, upMessages } from '#kit/protocol/messages.ts';
import { sign } from '#kit/protocol/signing.ts';
import { type DownKind, downTopic, parseUpTopic, type UpKind } from '#kit/protocol/topics.ts';
import type { DeviceIdentity } from '../devices/device-core.ts';
import type { LinkRequest, OpenLink } from '../devices/link.ts';
import type { Timers } from '../devices/timers.ts';

type Heard = { [K in UpKind]: { kind: K; message: UpMessage<K> } }[UpKind];

/** The least a server does for one device, without a network: welcomes, acknowledges, keeps the highest totals. */
export class PretendServer {
  readonly heard: Heard[] = [];
  /** sum of what each counter grew by, over all epochs */
  totals: Record<string, number> = {};
  readonly #identity: DeviceIdentity;
  readonly #timers: Timers;
  /** messages that are not of the protocol; a test that looks at what was heard learns of them */
  readonly #faulty: string[] = [];
  #request: LinkRequest | undefined;
  #known = { epoch: 0, seq: 0, counters: {} as Record<string, number> };
  claimed = true;
  answersHello = true;
  acknowledges = true;
  /** how far the server's clock is ahead of the test's */
  clockAheadMs = 0;

  constructor(identity: DeviceIdentity, timers: Timers) {
    this.#identity = identity;
    this.#timers = timers;
  }

  readonly open: OpenLink = async (request) => {
    this.#request = request;
    const end = () => {
      if (this.#request === request) this.#request = undefined;
    };
    return {
      publish: async (topic, payload) => {
        if (this.#request === request) this.#hear(topic, payload);
      },
      close: async () => end(),
      drop: end,
    };
  };

  get connected(): boolean {
    return this.#request !== undefined;
  }

  get now(): Date {
    return new Date(this.#timers.now().getTime() + this.clockAheadMs);
  }

  in(ms: number): string {
    return new Date(this.now.getTime() + ms).toISOString();
  }

  /** The network goes away. */
  lose(): void {
    const request = this.#request;
    this.#request = undefined;
    request?.onLost();
  }

  /** The device is somebody else's now: a new row, about which nothing is known. */
  forget(): void {
    this.#known = { epoch: 0, seq: 0, counters: {} };
    this.totals = {};
  }

  of<K extends UpKind>(kind: K): UpMessage<K>[] {
    if (this.#faulty.length > 0) throw new Error(this.#faulty.join('\n'));
    return this.heard.filter((entry) => entry.kind === kind).map((entry) => entry.message as UpMessage<K>);
  }

  last<K extends UpKind>(kind: K): UpMessage<K> | undefined {
    return this.of(kind).at(-1);
  }

  send<K extends DownKind>(kind: K, message: DownMessage<K>, secret = this.#identity.secret): void {
    const topic = downTopic(this.#identity.code, kind);
    this.deliver(kind, isSigned(kind) ? sign(secret, topic, message) : JSON.stringify(message));
  }

  deliver(kind: DownKind, payload: string): void {
    this.#request?.onMessage(downTopic(this.#identity.code, kind), payload);
  }

  command(command: string, parameters: Record<string, unknown> = {}, id: string = randomUUID()): string {
    this.send('command', this.makeCommand(command, parameters, id));
    return id;
  }

  makeCommand(command: string, parameters: Record<string, unknown>, id: string): DownMessage<'command'> {
    return { id, command, parameters, issuedAt: this.in(0), expiresAt: this.in(limits.commandExpiryMs) };
  }

  #hear(topic: string, payload: string): void {
    const { kind } = parseUpTopic(topic) ?? {};
    if (!kind) throw new Error(`not a topic of the protocol: ${topic}`);
    const parsed = upMessages[kind].safeParse(JSON.parse(payload));
    if (!parsed.success) this.#faulty.push(`${kind}: ${parsed.error.message}`);
    const message = parsed.data as UpMessage<UpKind>;
    this.heard.push({ kind, message } as Heard);
    if (kind === 'hello' && this.answersHello) this.welcome();
    if (kind === 'telemetry') this.#store(message as UpMessage<'telemetry'>);
  }

  /** Says who owns the device, as after a hello. */
  welcome(): void {
    const { epoch, seq } = this.#known;
    const { heartbeatEveryMs } = limits;
    this.send('welcome', {
      now: this.now.toISOString(),
      claimed: this.claimed,
      epoch,
      seq,
      heartbeatEveryMs,
    });
  }

  #store({ epoch, seq, counters = {} }: UpMessage<'telemetry'>): void {
    const known = this.#known;
    if (epoch > known.epoch) this.#known = { epoch, seq: 0, counters: {} };
    if (epoch >= known.epoch && seq > this.#known.seq) {
      this.#known.seq = seq;
      for (const [counter, total] of Object.entries(counters)) {
        const grown = total - (this.#known.counters[counter] ?? 0);
        if (grown <= 0) continue;
        this.#known.counters[counter] = total;
        this.totals[counter] = (this.totals[counter] ?? 0) + grown;
      }
    }
    if (this.acknowledges) this.send('ack', { epoch, seq });
  }
}

export const testIdentity = (type: DeviceIdentity['type'], code = 'TEST0001'): DeviceIdentity => ({
  code,
  type,
  model: 'T-1',
  secret: randomBytes(32),
});
