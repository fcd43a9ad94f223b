import { limits } from '#kit/protocol/limits.ts';
import { parseUpTopic, upFilter } from '#kit/protocol/topics.ts';
import type { Services } from '#kit/server/services.ts';
import { takeJournal, takeResult } from '../commands/answer-commands.ts';
import { resumeCommands } from '../commands/ask-journal.ts';
import { startDispatcher } from '../commands/dispatch-commands.ts';
import { sweepCommands } from '../commands/sweep-commands.ts';
import { directoryOf } from '../device-directory.ts';
import { type DeviceRef, messageListeners } from '../hub.ts';
import { createRefusalLog } from '../refusals.ts';
import { sendToDevice } from '../send-message.ts';
import { createGatherer } from './gatherer.ts';
import { createLiveNews } from './live-news.ts';
import { createRateLimit } from './rate-limit.ts';
import { type AnyUpMessage, readMessage } from './read-message.ts';
import { createLimiter, repeatEvery } from './run-limits.ts';
import type { DeviceMessage, Stored } from './store-batch.ts';
import { storeOrSplit } from './store-or-split.ts';
import { sweepSilence } from './sweep-silence.ts';
import { createUnclaimed } from './unclaimed.ts';

/** Long enough for a batch to be worth its transaction, short enough that nobody notices. */
const gatherMs = 40;
/** A heartbeat may wait so many times longer: there are many, and none is urgent. */
const patience = 6;
const batchSize = 1000;
/** Batches stored side by side; a device always goes the same way, so its messages keep their order. */
const ways = 2;
const answersAtOnce = 6;
const commandSweepMs = 1000;
const silenceSweepMs = 5000;

/**
 * The server's end of the line to all devices. Everything that must last is in the database, so several processes may
 * share the work and any of them may die.
 */
export async function startLink(
  services: Services,
  options: { gatherMs?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  const startedMs = services.clock.now().getTime();
  const intake = createIntake(services, options.gatherMs ?? gatherMs);
  const dispatcher = await startDispatcher(services);
  await directoryOf(services).remember((code) => void intake.directoryChanged(code));
  await services.mqtt.subscribe(upFilter, (topic, payload) => intake.take(topic, payload));
  const sweeps = [
    repeatEvery(services, commandSweepMs, 'command deadlines', () => sweepCommands(services)),
    repeatEvery(services, silenceSweepMs, 'silent devices', async () => {
      // A server that was away heard nobody: whoever counts as online has one silence's time to prove it.
      if (services.clock.now().getTime() - startedMs >= limits.silentAfterMs) await sweepSilence(services);
    }),
  ];
  return {
    async stop() {
      for (const sweep of sweeps) await sweep.stop();
      await dispatcher.stop();
      await intake.stop();
    },
  };
}

function createIntake(services: Services, waitMs: number) {
  const refuse = createRefusalLog(services);
  const mayCome = createRateLimit(services.clock);
  const directory = directoryOf(services);
  const unclaimed = createUnclaimed(services, waitMs);
  const news = createLiveNews(services);
  const answering = createLimiter(answersAtOnce);
  let stopped = false;
  const messages = Array.from({ length: ways }, () =>
    createGatherer<DeviceMessage, Stored | undefined>({
      gatherMs: waitMs,
      maxSize: batchSize,
      run: (batch) =>
        storeOrSplit(services, batch, ({ changed, logged }) => {
          news.changed(changed);
          news.logged(logged);
        }),
    }),
  );
  const wayOf = ({ code }: DeviceRef) => messages[code.charCodeAt(code.length - 1) % ways]!;
  const returning = createGatherer<DeviceRef, void>({
    gatherMs: waitMs,
    maxSize: batchSize,
    async run(devices) {
      await resumeCommands(services, devices);
      return devices.map(() => ({ result: undefined }));
    },
  });

  async function admit(topic: string, payload: Buffer): Promise<void> {
    const address = parseUpTopic(topic);
    if (!address) return;
    const { code, kind } = address;
    if (!mayCome(code)) return void (await refuse(code, 'rate', kind));
    const read = readMessage(kind, payload);
    if ('refusal' in read) return void (await refuse(code, read.refusal, read.detail));
    const entry = await directory.find(code);
    if (!entry) return void (await refuse(code, 'unknownCode', kind));
    if (entry.blocked) return void (await refuse(code, 'blocked', kind));
    if (read.kind === 'hello' && read.message.type !== entry.type)
      return void (await refuse(code, 'type', read.message.type));
    if (entry.device) await takeClaimed(entry.device, read);
    else await unclaimed.take(code, read);
  }

  async function takeClaimed(device: DeviceRef, read: AnyUpMessage): Promise<void> {
    const { kind, message } = read;
    if (kind === 'result') return answering(() => takeResult(services, device, message));
    if (kind === 'journal') return answering(() => takeJournal(services, device, message));
    const stored = await wayOf(device).add(
      { ...read, device },
      kind === 'heartbeat' ? waitMs * patience : waitMs,
    );
    if (!stored) return;
    if (kind === 'telemetry')
      await sendToDevice(services, device.code, 'ack', { epoch: stored.epoch, seq: stored.seq });
    if (kind === 'hello') await welcome(stored);
    for (const listener of messageListeners(services, kind)) await listener(stored.device, message);
  }

  async function welcome({ device, epoch, seq }: Stored): Promise<void> {
    await sendToDevice(services, device.code, 'welcome', {
      now: services.clock.now().toISOString(),
      claimed: true,
      epoch,
      seq,
      heartbeatEveryMs: limits.heartbeatEveryMs,
    });
    await returning.add(device);
  }

  const report = (code: string) => (error: unknown) =>
    services.log.error({ err: error, code }, 'device message');

  return {
    async take(topic: string, payload: Buffer): Promise<void> {
      if (!stopped) await admit(topic, payload).catch(report(topic));
    },
    /** Claimed while it is connected: it is welcomed as if it had said hello now. */
    async directoryChanged(code: string): Promise<void> {
      if (stopped) return;
      const claimed = async () => {
        const device = (await directory.find(code))?.device;
        const hello = device && unclaimed.helloOf(code);
        if (hello) await takeClaimed(device, { kind: 'hello', message: hello });
      };
      await claimed().catch(report(code));
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const way of messages) await way.drain();
      await returning.drain();
      await unclaimed.drain();
      await news.flush();
    },
  };
}
