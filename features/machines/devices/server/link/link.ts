import { upFilter } from '#kit/protocol/topics.ts';
import type { Services } from '#kit/server/services.ts';
import { judgesSilence } from '../../rules/hearing-rules.ts';
import { startDispatcher } from '../commands/dispatch-commands.ts';
import { sweepCommands } from '../commands/sweep-commands.ts';
import { directoryOf } from '../device-directory.ts';
import { Intake } from './intake.ts';
import { repeatEvery } from './run-limits.ts';
import { sweepSilence } from './sweep-silence.ts';

/** Long enough for a batch to be worth its transaction, short enough that nobody notices. */
const usualGatherMs = 40;
const commandSweepMs = 1000;
const silenceSweepMs = 5000;

/**
 * The server's end of the line to all devices. Everything that must last is in the database, so several processes may
 * share the work and any of them may die.
 */
export async function startLink(
  services: Services,
  { gatherMs = usualGatherMs }: { gatherMs?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  const judges = judgesSilence(services.clock.now().getTime());
  const intake = new Intake(services, gatherMs);
  const dispatcher = await startDispatcher(services);
  await directoryOf(services).remember((code, before) => void intake.directoryChanged(code, before));
  await services.mqtt.subscribe(upFilter, (topic, payload) => intake.take(topic, payload));
  const sweeps = [
    repeatEvery(services, commandSweepMs, 'command deadlines', () => sweepCommands(services)),
    repeatEvery(services, silenceSweepMs, 'silent devices', async () => {
      if (judges(services.clock.now().getTime())) await sweepSilence(services);
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
