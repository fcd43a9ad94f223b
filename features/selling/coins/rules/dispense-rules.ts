import type { DispenseOutcome } from '../contract/exchange-machines.ts';

interface Ended {
  state: 'done' | 'failed' | 'expired' | 'unknown';
  asked: number | null;
  counted: number | null;
  reason: string | null;
}

const told: Readonly<Record<string, DispenseOutcome>> = { jam: 'jam', empty: 'empty', timeout: 'timeout' };

/** How a dispense by command ended. */
export function outcomeOfCommand({ state, asked, counted, reason }: Ended): DispenseOutcome {
  if (state === 'unknown') return 'unknown';
  if (state === 'done') return asked !== null && (counted ?? 0) < asked ? 'partial' : 'full';
  return (reason && told[reason]) || 'failed';
}

/** How a dispense for a note ended: the machine tells only what it counted, and the fault that stopped it. */
export function outcomeOfNote(asked: number | null, counted: number, fault: string | null): DispenseOutcome {
  if (asked === null || counted >= asked) return 'full';
  if (fault === 'hopperJam') return 'jam';
  if (fault === 'hopperEmpty') return 'empty';
  return counted > 0 ? 'partial' : 'failed';
}
