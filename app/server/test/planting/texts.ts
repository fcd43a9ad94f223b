import { z } from 'zod';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';

/** An element that a page shows where a text became markup. */
export const plantedElement = '[data-planted], xss';

/** From the longest to the shortest; none needs to run to be found: the element and its request are enough. */
const payloads = [
  '"></script><img src=/planted onerror=alert(1) data-planted><a href="javascript:alert(1)">[x](javascript:alert(1))',
  '"><img src=/planted onerror=alert(1) data-planted>',
  '<svg onload=alert(1) data-planted>',
  '<i data-planted>x',
  '"><xss>',
  '<xss>',
];

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** How long a free text may be; undefined for what is none: ids, choices, numbers, patterns of their own. */
function roomFor(schema: Schema): number | undefined {
  if (schema.type !== 'string' || schema.format || schema.enum || schema.const !== undefined)
    return undefined;
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  if (patterns.some((pattern) => !pattern.includes('\\p{Cc}'))) return undefined;
  return schema.maxLength ?? Number.POSITIVE_INFINITY;
}

interface FreeText {
  /** `name`, `variants[].name`, `query{}` */
  path: string;
  room: number;
}

function textsWithin(schema: Schema, path: string, root: Schema, above: readonly Schema[] = []): FreeText[] {
  if (above.includes(schema)) return [];
  const within = (part: Schema, at: string) => textsWithin(part, at, root, [...above, schema]);
  if (schema.$ref) {
    const named = root.$defs?.[schema.$ref.split('/').at(-1) ?? ''];
    return named ? within(named, path) : [];
  }
  const room = roomFor(schema);
  if (room !== undefined) return [{ path, room }];
  const { properties = {}, items, additionalProperties: values } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, part]) => within(part, path ? `${path}.${name}` : name)),
    ...(items ? within(items, `${path}[]`) : []),
    ...(typeof values === 'object' ? within(values, `${path}{}`) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts = []) =>
      parts.flatMap((part) => within(part, path)),
    ),
  ];
}

/** Every text in the input of a call that may say anything, wherever in it. */
export function freeTextsOf({ input }: AnyEndpoint): FreeText[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const found = new Map(textsWithin(schema, '', schema).map((text) => [text.path, text]));
  return [...found.values()].filter(({ path }) => path !== 'requestId');
}

/** `named` with a text at a path, unless something was said there; lists and what is in them have to be there. */
export function place(named: unknown, path: string, text: () => string): unknown {
  const [, name = '', sign = '', rest = ''] = /^([^.[{]*)(\[\]|\{\})?\.?(.*)$/.exec(path) ?? [];
  if (name) {
    const holder = named as Record<string, unknown>;
    const inner = sign + (sign && rest && !/^[[{]/.test(rest) ? `.${rest}` : rest);
    if (!inner) return name in holder ? holder : { ...holder, [name]: text() };
    return holder[name] === undefined ? holder : { ...holder, [name]: place(holder[name], inner, text) };
  }
  if (sign === '[]' && Array.isArray(named))
    return rest ? named.map((one) => place(one, rest, text)) : named.map((one) => one ?? text());
  if (sign === '{}' && named)
    return Object.fromEntries(Object.entries(named).map(([key, value]) => [key, value ?? text()]));
  return named;
}

/** The longest that fits behind `lead`. */
export function hostileText(lead: string, room: number): string {
  const payload = payloads.find(({ length }) => lead.length + length <= room);
  if (!payload) throw new Error(`no hostile text is as short as ${room}`);
  return lead + payload;
}
