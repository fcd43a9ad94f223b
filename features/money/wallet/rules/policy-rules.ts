import { moneyText, percentOf } from '#kit/contract/meaning-text.ts';
import type { PolicyRules } from '../contract/platform.ts';

/** A rule's value as people read it. */
export function ruleText(name: keyof PolicyRules, value: number): string {
  if (name.endsWith('Fen')) return moneyText(value);
  return name.endsWith('BasisPoints') ? `${percentOf(value)}%` : String(value);
}
