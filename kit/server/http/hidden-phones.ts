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

/** A look through every field of an answer: worked out when it is given for the first time, and once for all servers of a test. */
const known = new WeakMap<AnyEndpoint['output'], PhoneField[]>();
function fieldsOf(endpoint: Pick<AnyEndpoint, 'output'>): PhoneField[] {
  const fields = known.get(endpoint.output) ?? phoneFieldsOf(endpoint);
  known.set(endpoint.output, fields);
  return fields;
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
export function hidePhones(
  endpoint: Pick<AnyEndpoint, 'output'>,
  output: unknown,
  session: Session | undefined,
): unknown {
  for (const { parts, right } of fieldsOf(endpoint))
    if (!(session?.kind === 'staff' && mayUse(session, right))) maskAt(output, parts);
  return output;
}
