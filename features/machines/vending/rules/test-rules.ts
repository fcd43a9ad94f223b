/** How the trial of a lane stands, in the words a person at the machine needs. */
export interface LaneResult {
  /** dropped: a piece fell and was seen; turned: the motor ran, nothing was seen to fall */
  state: 'waiting' | 'running' | 'dropped' | 'turned' | 'failed';
  counted?: number;
  reason?: string;
}

/** Undefined while the machine has not answered yet. */
export function resultOf(command: {
  state: string;
  counted: number | null;
  reason: string | null;
}): LaneResult | undefined {
  const counted = command.counted ?? 0;
  switch (command.state) {
    case 'done':
      return counted > 0 ? { state: 'dropped', counted } : { state: 'turned' };
    case 'failed':
      return { state: 'failed', reason: command.reason ?? 'fault' };
    case 'expired':
      return { state: 'failed', reason: 'expired' };
    case 'unknown':
      return { state: 'failed', reason: 'noAnswer' };
    default:
      return undefined;
  }
}
