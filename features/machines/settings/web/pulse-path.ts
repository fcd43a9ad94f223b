/** What the coin line does for a few coins, as a line to draw. */
export interface Pulse {
  widthMs: number;
  gapMs: number;
  polarity: string;
}

export const shownPulses = 3;

/** The time from the first edge to the end of the last gap. */
export const trainMs = ({ widthMs, gapMs }: Pulse) => shownPulses * (widthMs + gapMs);

/**
 * Points of the line in milliseconds and level (0 low, 1 high), starting at rest. A normally open line rests high and
 * is pulled low by a coin; a normally closed one the other way round.
 */
export function pulsePoints(pulse: Pulse): { atMs: number; level: 0 | 1 }[] {
  const rest = pulse.polarity === 'normallyClosed' ? 0 : 1;
  const active = rest === 1 ? 0 : 1;
  const lead = pulse.gapMs / 2;
  const points: { atMs: number; level: 0 | 1 }[] = [{ atMs: 0, level: rest }];
  for (let index = 0; index < shownPulses; index += 1) {
    const startMs = lead + index * (pulse.widthMs + pulse.gapMs);
    points.push(
      { atMs: startMs, level: rest },
      { atMs: startMs, level: active },
      { atMs: startMs + pulse.widthMs, level: active },
      { atMs: startMs + pulse.widthMs, level: rest },
    );
  }
  points.push({ atMs: trainMs(pulse), level: rest });
  return points;
}
