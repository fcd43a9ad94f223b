import { isCardNumber } from '#features/money/onboarding/checks.ts';
import type { AnyEndpoint, Permission } from '#kit/contract/endpoint.ts';
import { fieldsWithin, meaningOf } from '#kit/contract/meaning.ts';
import { isIdNumber } from '#kit/contract/schemas.ts';
import type { Answer } from './endpoint-calls.ts';

const phones = /(?<![\w.-])1[3-9]\d{9}(?![\w.-])/g;
/** Cards of banks begin with 3 to 6, those inside of machines with 89. */
const cards = /(?<![\w.-])[3-6]\d{14,18}(?![\w.-])/g;
const identities = /(?<![\w.-])\d{17}[\dXx](?![\w.-])/g;

function numbersIn(text: string): string[] {
  const found = (pattern: RegExp) => text.match(pattern) ?? [];
  return [...found(phones), ...found(cards).filter(isCardNumber), ...found(identities).filter(isIdNumber)];
}

/** Where an answer may tell a number whole, by what its contract declares; true: to everybody who may make the call. */
function declaredIn({ output }: AnyEndpoint): Map<string, true | Permission> {
  const declared = new Map<string, true | Permission>();
  for (const { path, field } of fieldsWithin(output)) {
    const meaning = meaningOf(field);
    if (meaning.kind === 'revealed') declared.set(path, true);
    if (meaning.kind === 'phone' && meaning.whole)
      declared.set(path, typeof meaning.whole === 'object' ? meaning.whole.right : true);
  }
  return declared;
}

function* textsIn(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  // a number of JSON is an amount or somebody else's id: sixteen digits of it are no card
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one, `${path}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      yield { path: `${path}{}`, text: name };
      yield* textsIn(one, path ? `${path}.${name}` : name);
    }
}

/**
 * Whole numbers of phones, cards and identities in an answer which its contract does not declare for this reader. Those
 * that the reader knows, because they are his own or were sent, are not counted.
 */
export function wholeNumbersIn(
  endpoint: AnyEndpoint,
  { status, body }: Answer,
  knows: unknown,
  has: (right: Permission) => boolean,
): string[] {
  if (status !== 200 || endpoint.onlyDemo || numbersIn(body).length === 0) return [];
  if (endpoint.answer === 'raw') return numbersIn(body);
  const { data, ...top } = JSON.parse(body) as Record<string, unknown>;
  const declared = declaredIn(endpoint);
  const known = JSON.stringify(knows);
  return [...textsIn(endpoint.answer === 'envelope' ? data : { ...top, data })].flatMap(({ path, text }) => {
    // an id, ours or a platform's, is nobody's card: some of nineteen digits add up like one
    if (/(^|[.\]])id$/.test(path)) return [];
    const right = declared.get(path);
    if (right === true || (right && has(right))) return [];
    return numbersIn(text)
      .filter((number) => !known.includes(number))
      .map((number) => `${path}: ${number}`);
  });
}
