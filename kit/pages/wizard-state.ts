import type { Values } from './form-state.ts';

export interface WizardState {
  /** index of the step shown; one past the last is the summary */
  step: number;
  values: Values;
}

const empty: WizardState = { step: 0, values: {} };

/** What was left in this tab; anything unreadable starts afresh. A step that no longer exists is the last one. */
export function parseWizard(text: string | null, steps: number): WizardState {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<WizardState> | null;
    if (!found || typeof found.values !== 'object' || found.values === null) return empty;
    const step = Number.isInteger(found.step) ? Math.min(Math.max(0, found.step as number), steps) : 0;
    return { step, values: found.values };
  } catch {
    return empty;
  }
}

/** Secrets do not belong into storage: a person types them again after a reload. */
export function storable(state: WizardState, secretNames: readonly string[]): string {
  const values = Object.fromEntries(
    Object.entries(state.values).filter(([name]) => !secretNames.includes(name)),
  );
  return JSON.stringify({ step: state.step, values });
}
