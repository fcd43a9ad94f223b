import type { z } from 'zod';
import { fieldAt, labelOf } from '#kit/contract/meaning.ts';

/**
 * What a field is called where its schema does not say it: `coins` gives `coins:field.amount`, `coins:deposit` (a group
 * of its own where one word means two things) `coins:deposit.amount`. scripts/checks/texts.ts follows the same rule.
 */
export function defaultLabel(texts: string | undefined, key: string): string {
  const name = key.slice(key.lastIndexOf('.') + 1);
  if (!texts) return name;
  return texts.includes(':') ? `${texts}.${name}` : `${texts}:field.${name}`;
}

export function fieldLabel(schema: z.ZodType | undefined, texts: string | undefined, key: string): string {
  const field = schema && fieldAt(schema, key);
  return (field && labelOf(field)) ?? defaultLabel(texts, key);
}
