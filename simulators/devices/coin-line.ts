import type { z } from 'zod';
import type { consume, signal } from '#kit/protocol/types/groups.ts';
import type { Power } from './power.ts';
import type { Random } from './random.ts';

export type SignalSettings = z.infer<typeof signal>;
export type ConsumeSettings = z.infer<typeof consume>;

/** The coin line as an oscilloscope shows it: a contact is closed or open, for a time. */
export interface Stretch {
  closed: boolean;
  ms: number;
}

/** A contact that rests open closes for each pulse; one that rests closed opens for it. */
const restsClosed = ({ polarity }: SignalSettings) => polarity === 'normallyClosed';

/** How many pulses the controller sees: what is shorter than the settings say is a spark, a bounce, a phone ringing. */
export function countPulses(line: readonly Stretch[], settings: SignalSettings): number {
  const resting = restsClosed(settings);
  return line.filter(({ closed, ms }) => closed !== resting && ms >= settings.ignoreShorterMs).length;
}

/** What a coin mechanism puts on the line for some coins, now and then with a spark between. */
export function coinPulses(
  coins: number,
  { pulsesPerCoin }: ConsumeSettings,
  settings: SignalSettings,
  random: Random,
): Stretch[] {
  const resting = restsClosed(settings);
  const line: Stretch[] = [];
  for (let pulse = 0; pulse < coins * pulsesPerCoin; pulse++) {
    line.push({ closed: !resting, ms: settings.pulseWidthMs + random.int(-2, 4) });
    line.push({ closed: resting, ms: settings.pulseGapMs });
    if (random.chance(0.05))
      line.push(
        { closed: !resting, ms: random.int(1, settings.ignoreShorterMs - 1) },
        { closed: resting, ms: 3 },
      );
  }
  return line;
}

/** Sends coins to a game over its coin line, one by one; tells after each how many are through. */
export async function sendCoins(
  coins: number,
  { pulsesPerCoin }: ConsumeSettings,
  { pulseWidthMs, pulseGapMs }: SignalSettings,
  power: Power,
  onCoin: (sent: number) => Promise<void>,
): Promise<void> {
  for (let sent = 1; sent <= coins; sent++) {
    await power.sleep(pulsesPerCoin * (pulseWidthMs + pulseGapMs));
    await onCoin(sent);
  }
}
