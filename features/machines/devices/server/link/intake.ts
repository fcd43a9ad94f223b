import type { DownMessage, ErrorReason } from '#kit/protocol/messages.ts';
import { parseUpTopic, type UpKind } from '#kit/protocol/topics.ts';
import { createGatherer } from '#kit/server/gatherer.ts';
import type { Services } from '#kit/server/services.ts';
import { takeJournal, takeResult } from '../commands/answer-commands.ts';
import { resumeCommands } from '../commands/ask-journal.ts';
import { type DirectoryEntry, directoryOf } from '../device-directory.ts';
import type { DeviceRef } from '../device-facts.ts';
import { messageListeners } from '../hub.ts';
import { createRefusalLog } from '../refusals.ts';
import { sendToDevice, sendWelcome } from '../send-message.ts';
import { createMessageStore } from './message-store.ts';
import { createRateLimit } from './rate-limit.ts';
import { type AnyUpMessage, readMessage } from './read-message.ts';
import { createLimiter } from './run-limits.ts';
import { countingOf, readCounting } from './state-queries.ts';
import type { Stored } from './store-batch.ts';
import { createUnclaimed } from './unclaimed.ts';

const answersAtOnce = 6;
const returnsAtOnce = 500;

/** Takes in whatever devices send: refuses what does not fit, stores the rest, and answers after commit. */
export class Intake {
  readonly #services: Services;
  readonly #refuse: ReturnType<typeof createRefusalLog>;
  readonly #mayCome: ReturnType<typeof createRateLimit>;
  readonly #unclaimed: ReturnType<typeof createUnclaimed>;
  readonly #messages: ReturnType<typeof createMessageStore>;
  readonly #returning: ReturnType<typeof createGatherer<DeviceRef, void>>;
  readonly #answering = createLimiter(answersAtOnce);
  #stopped = false;

  constructor(services: Services, gatherMs: number) {
    this.#services = services;
    this.#refuse = createRefusalLog(services);
    this.#mayCome = createRateLimit(services.clock);
    this.#unclaimed = createUnclaimed(services, gatherMs);
    this.#messages = createMessageStore(services, gatherMs);
    this.#returning = createGatherer<DeviceRef, void>({
      gatherMs,
      maxSize: returnsAtOnce,
      async run(devices) {
        await resumeCommands(services, devices);
        return devices.map(() => ({ result: undefined }));
      },
    });
  }

  /** Never throws: a message that can not be dealt with is logged, and the device repeats what matters. */
  async take(topic: string, payload: Buffer): Promise<void> {
    if (!this.#stopped) await this.#admit(topic, payload).catch(this.#report(topic));
  }

  /** Claimed or let go while it is connected: it hears of it now, not at its next hello. */
  async directoryChanged(code: string, before: DirectoryEntry | undefined): Promise<void> {
    if (!this.#stopped) await this.#tellOwnership(code, before).catch(this.#report(code));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#messages.drain();
    await this.#returning.drain();
    await this.#unclaimed.drain();
  }

  async #admit(topic: string, payload: Buffer): Promise<void> {
    const address = parseUpTopic(topic);
    if (!address) return;
    const { code, kind } = address;
    // not answered: a machine that talks too much hears nothing, and what it repeats later is taken
    if (!this.#mayCome(code)) return void (await this.#refuse(code, 'rate', kind));
    const read = readMessage(kind, payload);
    if ('refusal' in read) return this.#turnAway(code, kind, read.refusal, read.detail, read.about);
    const entry = await directoryOf(this.#services).find(code);
    if (!entry) return this.#turnAway(code, kind, 'unknownCode', kind);
    if (entry.blocked) return this.#turnAway(code, kind, 'blocked', kind);
    if (read.kind === 'hello' && read.message.type !== entry.type)
      return this.#turnAway(code, kind, 'type', read.message.type, { path: 'type' });
    if (entry.device) await this.#takeClaimed(entry.device, read);
    else await this.#unclaimed.take(code, read);
  }

  /** Written down for people, and said to the device: what it would repeat unchanged would be refused for ever. */
  async #turnAway(
    code: string,
    kind: UpKind,
    reason: ErrorReason,
    detail: string,
    about: Partial<DownMessage<'error'>> = {},
  ): Promise<void> {
    await this.#refuse(code, reason, detail);
    await sendToDevice(this.#services, code, 'error', { ...about, kind, reason });
  }

  async #takeClaimed(device: DeviceRef, read: AnyUpMessage): Promise<void> {
    const { kind, message } = read;
    const services = this.#services;
    if (kind === 'result') return this.#answering(() => takeResult(services, device, message));
    if (kind === 'journal') return this.#answering(() => takeJournal(services, device, message));
    const stored = await this.#messages.add(device, read);
    if (!stored) return;
    if (kind === 'telemetry')
      await sendToDevice(services, device.code, 'ack', { epoch: stored.epoch, seq: stored.seq });
    if (kind === 'hello') await this.#welcome(stored);
    for (const listener of messageListeners(services, kind)) await listener(stored.device, message);
  }

  async #welcome(stored: Stored): Promise<void> {
    const { device } = stored;
    await sendWelcome(this.#services, device.code, { claimed: true, ...countingOf(stored) });
    await this.#returning.add(device);
  }

  /** `before` is what this process knew of the code when it changed; nothing where it never heard of it. */
  async #tellOwnership(code: string, before: DirectoryEntry | undefined): Promise<void> {
    const device = (await directoryOf(this.#services).find(code))?.device;
    if (!device) {
      if (before?.device) await this.#unclaimed.tellUnclaimed(code);
      return;
    }
    const hello = this.#unclaimed.helloOf(code);
    if (hello) return this.#takeClaimed(device, { kind: 'hello', message: hello });
    // let go and claimed between two hellos: its heartbeats will bring it online, but only if it knows
    if (before && !before.device)
      await sendWelcome(this.#services, code, {
        claimed: true,
        ...(await readCounting(this.#services.db.read, device)),
      });
  }

  #report(about: string): (error: unknown) => void {
    return (error) => this.#services.log.error({ err: error, about }, 'device message');
  }
}
