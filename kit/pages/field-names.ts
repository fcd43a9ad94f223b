import type { z } from 'zod';
import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import { fieldAt, labelOf } from '#kit/contract/meaning.ts';

/** Where the names of a call's fields stand, unless a page says otherwise: at the feature whose right the call asks for. */
export const textsOf = ({ access }: Pick<AnyEndpoint, 'access'>): string | undefined =>
  isPermission(access) ? access.permission.split('.')[0] : undefined;

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
