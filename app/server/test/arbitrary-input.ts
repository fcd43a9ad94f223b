import fc from 'fast-check';
import { z } from 'zod';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: Schema | boolean;
  default?: unknown;
}

/** Values that have broken servers of this family: wrong types, injection, encodings, limits. */
const hostile = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  "' or 1=1 --",
  '"; drop table user_account; --',
  'id desc; select pg_sleep(1)',
  '../../etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '%00',
  '%',
  '_',
  '\\',
  '__proto__',
  'constructor',
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  true,
  false,
  [],
  [null],
  {},
  { $gt: '' },
  { toString: 'x' },
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  '0000-00-00',
  '🎰🪙',
  '𠮷',
);

function text(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (schema.format === 'date')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.pattern) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern, 'u'), { size: 'small' });
    } catch {
      // classes that fast-check can not generate from fall through to plain text
    }
  }
  return fc.string({
    unit: 'grapheme',
    minLength: Math.min(schema.minLength ?? 0, 50),
    maxLength: Math.min(schema.maxLength ?? 40, 60),
  });
}

function fitting(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, ids)));
  switch (schema.type) {
    case 'string':
      return text(schema, ids);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting(schema.items ?? {}, ids), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 4),
      });
    case 'object': {
      if (!schema.properties)
        return fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), { maxKeys: 3 });
      const fields = Object.fromEntries(
        Object.entries(schema.properties).map(([name, inner]) => [name, fitting(inner, ids)]),
      );
      return fc.record(fields, { requiredKeys: schema.required ?? [] });
    }
    default:
      return hostile;
  }
}

const jsonSchemaOf = (input: z.ZodObject): Schema =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Input the schema accepts (as far as JSON Schema can tell), with ids that exist among those it may name. */
export const fittingInput = (input: z.ZodObject, ids: readonly string[]) =>
  fitting(jsonSchemaOf(input), ids) as fc.Arbitrary<Record<string, unknown>>;

/** Fitting input in which some fields are hostile, missing, or joined by fields nobody declared. */
export function hostileInput(
  input: z.ZodObject,
  ids: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const schema = jsonSchemaOf(input);
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, inner]) => [
      name,
      fc.oneof({ weight: 4, arbitrary: fitting(inner, ids) }, { weight: 1, arbitrary: hostile }),
    ]),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 3, arbitrary: fitting(schema, ids) as fc.Arbitrary<Record<string, unknown>> },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 12 }), hostile, { maxKeys: 5 }) },
  );
}
