import type { z } from 'zod';
import { meaningOf } from '#kit/contract/meaning.ts';
import type { FieldKind } from '#kit/contract/schemas.ts';
import type { FieldOptions } from '#kit/ui/fields/field.tsx';

interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  entries?: Record<string, string | number>;
  format?: string;
  values?: unknown[];
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

export interface SchemaField {
  kind: FieldKind;
  required: boolean;
  options: FieldOptions;
}

function kindByType(core: z.ZodType): FieldKind {
  const { type, element } = definitionOf(core);
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'int') return 'number';
  if (type === 'enum' || type === 'literal' || type === 'union') return 'choice';
  if (type === 'array')
    return element && (element.meta() as { field?: string } | undefined)?.field === 'picture'
      ? 'pictures'
      : 'choices';
  return 'text';
}

/** What zod's own schemas tell of themselves. */
interface Limits {
  maxLength?: number | null;
  minValue?: number | null;
  maxValue?: number | null;
}

function limitsOf(core: z.ZodType): FieldOptions {
  const { maxLength, minValue, maxValue } = core as Limits;
  const { type, format } = definitionOf(core);
  if (type === 'string')
    return {
      ...(typeof maxLength === 'number' ? { maxLength } : {}),
      ...(format === 'datetime' ? { precision: 'instant' as const } : {}),
    };
  if (type === 'number' || type === 'int')
    return {
      ...(typeof minValue === 'number' ? { min: minValue } : {}),
      ...(typeof maxValue === 'number' ? { max: maxValue } : {}),
    };
  return {};
}

/** One of several, or several of them: labels are translation keys, as in declared options. */
function choicesWithin(schema: z.ZodType): FieldOptions {
  const meaning = meaningOf(schema);
  if (meaning.kind !== 'choice' && meaning.kind !== 'choices') return {};
  return { options: meaning.values.map((value) => ({ value, label: `${meaning.name}.${value}` })) };
}

/**
 * What a schema says about its form field: the kind it names (or its type suggests), whether it must be
 * filled in, and limits the input can help with.
 */
export function schemaField(schema: z.ZodType): SchemaField {
  let core = schema;
  let required = true;
  let kind: FieldKind | undefined;
  for (;;) {
    kind ??= (core.meta() as { field?: FieldKind } | undefined)?.field;
    const definition = definitionOf(core);
    if (definition.type === 'optional' || definition.type === 'nullable' || definition.type === 'default') {
      required = false;
      core = definition.innerType as z.ZodType;
    } else if (definition.type === 'pipe') {
      const before = definition.in as z.ZodType;
      // A step that only prepares the value says nothing of it.
      core = definitionOf(before).type === 'transform' ? (definition.out as z.ZodType) : before;
    } else break;
  }
  const found = kind ?? kindByType(core);
  // A switch is always either on or off: a star would say nothing.
  const needed = required && found !== 'switch' && !mayBeEmptyText(core);
  return { kind: found, required: needed, options: { ...limitsOf(core), ...choicesWithin(schema) } };
}

const textKinds = new Set(['text', 'longText', 'richText']);

/** A schema for text that must be given but may be empty: to a person that is "optional". */
export function mayBeEmptyText(schema: z.ZodType): boolean {
  const kind = (schema.meta() as { field?: string } | undefined)?.field;
  if (kind === undefined || !textKinds.has(kind)) return false;
  return definitionOf(schema).type === 'string' && schema.safeParse('').success;
}
