import type { z } from 'zod';

type Raw = Record<string, unknown>;
interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  values?: readonly unknown[];
  options?: readonly z.ZodType[];
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

function unwrap(schema: z.ZodType): { core: z.ZodType; optional: boolean } {
  let core = schema;
  let optional = false;
  for (;;) {
    const definition = definitionOf(core);
    if (definition.type === 'optional' || definition.type === 'default' || definition.type === 'nullable') {
      optional = true;
      core = definition.innerType as z.ZodType;
    } else if (definition.type === 'pipe') core = definition.in as z.ZodType;
    else return { core, optional };
  }
}

function coerceText(value: string, core: z.ZodType): unknown {
  const { type, element, values } = definitionOf(core);
  const isNumeric = type === 'literal' && values?.every((known) => typeof known === 'number');
  if (type === 'number' || type === 'int' || isNumeric)
    return /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (type === 'boolean')
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
  if (type === 'array' && element) {
    if (value.startsWith('[')) return parseJson(value);
    const { core: inner } = unwrap(element);
    return value
      .split(',')
      .filter((part) => part !== '')
      .map((part) => coerceText(part, inner));
  }
  if ((type === 'object' || type === 'record') && value.startsWith('{')) return parseJson(value);
  return value;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A text, or one of several things that are all texts: an id or '0' for none. */
function isTextual(core: z.ZodType): boolean {
  const { type, values, options } = definitionOf(core);
  if (type === 'string') return true;
  if (type === 'literal') return values?.every((known) => typeof known === 'string') ?? false;
  return type === 'union' && (options?.every((option) => isTextual(unwrap(option).core)) ?? false);
}

function coerceValue(value: unknown, schema: z.ZodType, fromText: boolean): unknown {
  const { core, optional } = unwrap(schema);
  // Clients send an untouched field as an empty text; in JSON it means empty where the field can be empty.
  if (value === '' && optional && (fromText || !schema.safeParse('').success)) return undefined;
  if (value === null && optional && definitionOf(schema).type !== 'nullable') return undefined;
  if (typeof value === 'string') return coerceText(value, core);
  // JSON clients of this family send ids and flags as numbers.
  if (typeof value === 'number' && isTextual(core)) return String(value);
  if ((value === 0 || value === 1) && definitionOf(core).type === 'boolean') return value === 1;
  if (Array.isArray(value) && fromText && definitionOf(core).type !== 'array') return value[value.length - 1];
  return value;
}

/**
 * Brings parameters of any place (query and form are text, JSON is typed) to the types the schema names.
 * It never guesses beyond that: what does not fit stays as it is and the schema refuses it.
 */
export function coerceInput(schema: z.ZodObject, places: { text: Raw; json: Raw }): Raw {
  const result: Raw = {};
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const inJson = Object.hasOwn(places.json, name);
    const raw = inJson ? places.json[name] : Object.hasOwn(places.text, name) ? places.text[name] : undefined;
    const value = coerceValue(raw, field, !inJson);
    if (value !== undefined) result[name] = value;
  }
  return result;
}
