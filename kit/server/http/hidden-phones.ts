import type { AnyEndpoint, Permission } from '#kit/contract/endpoint.ts';
import { coreOf, fieldsWithin, meaningOf } from '#kit/contract/meaning.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { mayUse, type Session } from '../session.ts';

interface PhoneField {
  /** `records[].phone`, part by part; `[]` is every entry of a list */
  parts: string[];
  right: Permission;
}

function phoneFieldsOf({ output }: Pick<AnyEndpoint, 'output'>): PhoneField[] {
  return [...fieldsWithin(output)].flatMap(({ path, field }) => {
    const meaning = meaningOf(coreOf(field));
    if (meaning.kind !== 'phone' || typeof meaning.whole !== 'object') return [];
    return [{ parts: path.split(/\.|(?=\[\])/), right: meaning.whole.right }];
  });
}

function maskAt(value: unknown, [part, ...rest]: string[]): void {
  if (part === undefined || typeof value !== 'object' || value === null) return;
  if (part === '[]') {
    for (const entry of value as unknown[]) maskAt(entry, rest);
    return;
  }
  const holder = value as Record<string, unknown>;
  const inside = holder[part];
  if (rest.length > 0) maskAt(inside, rest);
  else if (typeof inside === 'string') holder[part] = maskPhone(inside);
}

/**
 * Hides the phones of an answer from those without the right that the field declares (`wholePhone`). Nearly every call
 * has none, and gets nothing to do.
 */
export function phoneHider(
  endpoint: Pick<AnyEndpoint, 'output'>,
): ((output: unknown, session: Session | undefined) => unknown) | undefined {
  const fields = phoneFieldsOf(endpoint);
  if (fields.length === 0) return undefined;
  return (output, session) => {
    for (const { parts, right } of fields)
      if (!(session?.kind === 'staff' && mayUse(session, right))) maskAt(output, parts);
    return output;
  };
}
