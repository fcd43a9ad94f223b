import type { z } from 'zod';
import type { Permission } from './endpoint.ts';

/** How a state feels to a reader; the colours are the theme's. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet' | 'info';

/** Why an answer tells a phone whole, and to whom. */
export type Whole = 'own' | 'published' | { because: string; right: Permission };

/**
 * What a value of the wire is. Cell, alignment, badge, options of a filter, way into a spreadsheet, default label and
 * the API reference all follow from it, so that a column or a row of a page is a key and nothing more.
 */
export type Meaning =
  | { kind: 'text' | 'picture' | 'list' }
  /** a number of things */
  | { kind: 'count' }
  /** UTC on the wire, the reader's own time on pages and in files */
  | { kind: 'instant'; precision: 'minute' | 'second' }
  | { kind: 'day' }
  /** fen */
  | { kind: 'money'; signed: boolean }
  /** of the unit that the field `unit` beside it names: fen, or pieces of something */
  | { kind: 'amount'; unit: string; name: string; signed: boolean }
  /** one of several; `name` begins the translations of the values */
  | { kind: 'choice'; name: string; values: readonly (string | number)[]; tones?: Record<string, Tone> }
  | { kind: 'choices'; name: string; values: readonly (string | number)[] }
  /** `name` begins the translations `.yes` and `.no` where they say more than yes and no */
  | { kind: 'flag'; name?: string; tones?: { yes?: Tone; no?: Tone } }
  /** hundredths of a percent */
  | { kind: 'ratio' }
  | { kind: 'bytes' }
  | { kind: 'seconds' }
  /** without `whole` its middle digits are hidden */
  | { kind: 'phone'; whole?: Whole }
  /** a number of a card or an identity, told whole by a call that writes the look into the log */
  | { kind: 'revealed'; because: string }
  /** the names of things as everybody says them, put together from the fields beside it: see kit/contract/things.ts */
  | { kind: 'machine' | 'site' | 'member' };

export type MeaningKind = Meaning['kind'];

export interface MeaningMeta {
  means?: Meaning;
  /** translation key of what the field is called where nobody says otherwise */
  label?: string;
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;
const metaOf = (schema: z.ZodType) => schema.meta() as MeaningMeta | undefined;

/** Without optional, nullable and default around it. What a transformation gives is what counts. */
export function coreOf(schema: z.ZodType): z.ZodType {
  let core = schema;
  for (;;) {
    if (metaOf(core)?.means) return core;
    const { type, innerType, out } = definitionOf(core);
    if (type === 'optional' || type === 'nullable' || type === 'default' || type === 'readonly')
      core = innerType as z.ZodType;
    else if (type === 'pipe') core = out as z.ZodType;
    else return core;
  }
}

function byType(core: z.ZodType): Meaning {
  const { type } = definitionOf(core);
  if (type === 'boolean') return { kind: 'flag' };
  if (type === 'number' || type === 'int') return { kind: 'count' };
  return { kind: type === 'array' ? 'list' : 'text' };
}

/** What a field says of itself, or what its type suggests. */
export function meaningOf(schema: z.ZodType): Meaning {
  const core = coreOf(schema);
  return metaOf(core)?.means ?? byType(core);
}

export const labelOf = (schema: z.ZodType): string | undefined => metaOf(coreOf(schema))?.label;

/** The schema of `a.b` inside an object; undefined where there is none. */
export function fieldAt(schema: z.ZodType, path: string): z.ZodType | undefined {
  let current: z.ZodType | undefined = schema;
  for (const part of path.split('.')) {
    const { shape } = definitionOf(coreOf(current));
    current = shape && Object.hasOwn(shape, part) ? shape[part] : undefined;
    if (!current) return undefined;
  }
  return current;
}

/** The schema of the entries of an array; undefined for anything else. */
export const elementOf = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  schema && definitionOf(coreOf(schema)).element;

/** The schema of one row of a list's answer. */
export const recordOf = (output: z.ZodType): z.ZodType | undefined => elementOf(fieldAt(output, 'records'));

/** Every named field of a schema, through objects, arrays and unions; what holds itself is gone into once. */
export function* fieldsWithin(
  schema: z.ZodType,
  path = '',
  around: readonly z.ZodType[] = [],
): Generator<{ path: string; name: string; field: z.ZodType }> {
  const core = coreOf(schema);
  if (around.includes(core)) return;
  const { type, shape, element, options } = definitionOf(core);
  const inside = [...around, core];
  if (type === 'array' && element) yield* fieldsWithin(element, `${path}[]`, inside);
  if (type === 'union' && options) for (const option of options) yield* fieldsWithin(option, path, inside);
  if (type !== 'object' || !shape) return;
  for (const [name, field] of Object.entries(shape)) {
    const place = path ? `${path}.${name}` : name;
    yield { path: place, name, field };
    yield* fieldsWithin(field, place, inside);
  }
}

/** Translation keys that the meanings of a schema's fields ask for. */
export function meaningTexts(schema: z.ZodType): string[] {
  const keys: string[] = [];
  for (const { field } of fieldsWithin(schema)) {
    const { means, label } = metaOf(coreOf(field)) ?? {};
    if (label) keys.push(label);
    if (means?.kind === 'choice' || means?.kind === 'choices')
      keys.push(...means.values.map((value) => `${means.name}.${value}`));
    if (means?.kind === 'flag' && means.name) keys.push(`${means.name}.yes`, `${means.name}.no`);
  }
  return keys;
}

const isPhoneName = (name: string) => /phone$|mobile$|^contactNumber$/i.test(name);

/** Fields of an answer whose name promises a meaning that their schema does not carry. */
export function plainFields(output: z.ZodType): string[] {
  const found: string[] = [];
  for (const { path, name, field } of fieldsWithin(output)) {
    const core = coreOf(field);
    const kind = metaOf(core)?.means?.kind;
    if (/[a-z0-9]At$|^at$/.test(name) && kind !== 'instant') found.push(`${path} must be instant()`);
    else if (/Fen$|^fen$/.test(name) && kind !== 'money' && definitionOf(core).type !== 'object')
      found.push(`${path} must be moneyFen()`);
    else if (isPhoneName(name) && definitionOf(core).type === 'string' && kind !== 'phone')
      found.push(`${path} must be shownPhone() or wholePhone(…)`);
    else if (definitionOf(core).type === 'enum' && kind !== 'choice')
      found.push(`${path} must be choiceOf(…)`);
  }
  return found;
}
