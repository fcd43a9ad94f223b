import { z } from 'zod';

export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const ownDefinitions = '#/definitions/';
export const componentSchemas = '#/components/schemas/';

/** Schemas that go by a name: every tree, because it contains itself. */
export type Components = Record<string, Json>;

const saidByFormat: ReadonlySet<string> = new Set(['date-time', 'date', 'uuid', 'email']);

function renameRefs(value: unknown): void {
  if (!isJson(value)) return;
  for (const [key, part] of Object.entries(value)) {
    if (key === '$ref' && typeof part === 'string')
      value[key] = part.replace(ownDefinitions, componentSchemas);
    else renameRefs(part);
  }
}

function take(components: Components, name: string, schema: Json): void {
  if (name.startsWith('__')) throw new Error('a schema that contains itself needs a name: .meta({ id: … })');
  const known = components[name];
  if (known && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`two different schemas are called ${name}`);
  components[name] = schema;
}

/** A schema as OpenAPI 3.0 says it; those with a name go to the components. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const {
    $schema: _,
    definitions = {},
    ...written
  } = z.toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    override: ({ jsonSchema: one }) => {
      // what pages make of a field is not for callers of the API; its unit stands in the description
      for (const key of ['field', 'means', 'label', 'id', 'passedOver']) delete (one as Json)[key];
      // the format says the same in a word
      if (saidByFormat.has(String(one.format))) delete one.pattern;
    },
  }) as Json & { definitions?: Record<string, Json> };
  renameRefs(definitions);
  renameRefs(written);
  for (const [name, definition] of Object.entries(definitions)) take(components, name, definition);
  return written;
}
