import { isFaultCode } from '#kit/protocol/faults.ts';
import type { Facts, LinkState } from './link-state.ts';

/**
 * Compares what is active now with what was. Devices log faults themselves; a change they did not log (after a restart,
 * or with an event lost) gets its line here.
 */
export function takeFaults(
  state: LinkState,
  reported: readonly string[],
  at: Date,
  facts: Facts,
  logged: ReadonlySet<string> = new Set(),
): void {
  const now = [...new Set(reported.filter(isFaultCode))];
  const added = now.filter((code) => !state.faults.includes(code));
  const cleared = state.faults.filter((code) => !now.includes(code as (typeof now)[number]));
  if (added.length === 0 && cleared.length === 0) return;
  state.faults = now;
  state.changed.faults = true;
  const { device } = state;
  facts.faults.push({ ...device, faults: now, added, cleared, at });
  const lines = [
    ...added.map((code) => ({ kind: 'fault', code })),
    ...cleared.map((code) => ({ kind: 'faultCleared', code })),
  ];
  for (const { kind, code } of lines)
    if (!logged.has(`${kind} ${code}`)) facts.log.push({ device, at, kind, data: { code } });
}
