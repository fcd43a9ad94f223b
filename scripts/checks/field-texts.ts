import type { z } from 'zod';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import type { Feature } from '#kit/contract/feature.ts';
import { fieldAt, labelOf, recordOf } from '#kit/contract/meaning.ts';
import { defaultLabel, textsOf } from '#kit/pages/field-names.ts';
import { placeOf } from './imports.ts';
import { isTest, type Node, nodesOf, nodesWithin, type SourceFile } from './source.ts';

/** Calls that declare fields by their keys, and where in their argument the keys stand. */
const keyLists: Record<string, readonly string[]> = {
  defineList: ['columns', 'filters'],
  listPage: ['columns', 'filters'],
  defineDetail: ['head', 'sections'],
  defineForm: ['fields'],
  formAction: ['fields'],
};
/** Calls that make columns of nothing but their keys. */
const columnsByKey = new Set(['optional', 'deskOnly']);
/** Names under which keys of fields stand inside `head` and `sections`; the lines of a record show no names. */
const detailKeys = new Set(['facts', 'figures', 'rows']);

const nameOf = (node: unknown): string | undefined => (node as { name?: string } | undefined)?.name;

function propertiesOf(node: unknown): Map<string, unknown> {
  const { type, properties } = (node ?? {}) as Node;
  if (type !== 'ObjectExpression') return new Map();
  return new Map(
    (properties as Node[]).flatMap(({ type: kind, key, value }) =>
      kind === 'Property' ? [[nameOf(key) ?? '', value] as const] : [],
    ),
  );
}

function literalOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as Node;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

/** What a file calls by a name: a value, or what makes one. */
function namesOf(nodes: readonly Node[]): Map<string, unknown> {
  const named = nodes.flatMap((node) => {
    if (node.type === 'VariableDeclarator') return [[nameOf(node.id) ?? '', node.init] as const];
    return node.type === 'FunctionDeclaration' ? [[nameOf(node.id) ?? '', node] as const] : [];
  });
  return new Map(named.reverse());
}

/**
 * The keys of a list of fields that leave their name to the rule, also where the list is made elsewhere in the file
 * (`named`). What it takes from another file is declared there.
 */
function* unnamedKeys(list: unknown, named: ReadonlyMap<string, unknown>): Generator<string> {
  const node = (list ?? {}) as Node;
  const within = (inner: unknown) => unnamedKeys(inner, named);
  /** each name once, or one that means itself would never end */
  function* called(name: string | undefined): Generator<string> {
    if (name === undefined || !named.has(name)) return;
    const others = new Map(named);
    others.delete(name);
    yield* unnamedKeys(named.get(name), others);
  }
  switch (node.type) {
    case 'Identifier':
      yield* called(nameOf(node));
      break;
    case 'CallExpression':
      if (columnsByKey.has(nameOf(node.callee) ?? ''))
        yield* (node.arguments as Node[]).flatMap((key) => literalOf(key) ?? []);
      else yield* called(nameOf(node.callee));
      break;
    case 'ArrayExpression':
      for (const element of node.elements as Node[]) {
        if (element?.type === 'SpreadElement') yield* within(element.argument);
        const field = propertiesOf(element);
        const key = literalOf(element) ?? literalOf(field.get('key') ?? field.get('name'));
        // A filter with a kind is written out in full.
        if (key !== undefined && !field.has('label') && !field.has('kind')) yield key;
      }
      break;
    case 'ConditionalExpression':
      yield* within(node.consequent);
      yield* within(node.alternate);
      break;
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      if ((node.body as Node).type !== 'BlockStatement') yield* within(node.body);
      else
        for (const { type, argument } of nodesWithin(node.body))
          if (type === 'ReturnStatement') yield* within(argument);
      break;
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      yield* within(node.expression);
  }
}

/** `sitesContract.listSites`, or `listSites` taken out of it: the file's own feature is asked first. */
function endpointNamed(
  node: unknown,
  file: SourceFile,
  features: readonly Feature[],
): AnyEndpoint | undefined {
  const called =
    (node as Node | undefined)?.type === 'MemberExpression' ? nameOf((node as Node).property) : nameOf(node);
  if (called === undefined) return undefined;
  const own = features.filter(({ name }) => name === placeOf(file.path).feature);
  return [...own, ...features].find(({ endpoints }) => Object.hasOwn(endpoints, called))?.endpoints[called];
}

/**
 * Names of fields that pages leave to the rule of kit/pages/field-names.ts: they need a text unless the schema has a
 * label of its own.
 */
export function fieldTexts(
  files: readonly SourceFile[],
  features: readonly Feature[],
): { keys: Set<string>; problems: string[] } {
  const keys = new Set<string>();
  const problems: string[] = [];
  const need = (schema: z.ZodType | undefined, texts: string, key: string) => {
    const field = schema && fieldAt(schema, key);
    if (!field || !labelOf(field)) keys.add(defaultLabel(texts, key));
  };
  for (const file of files) {
    if (!file.path.includes('/web/') || isTest(file.path)) continue;
    const nodes = [...nodesOf(file)];
    const named = namesOf(nodes);
    for (const node of nodes) {
      if (node.type !== 'CallExpression') continue;
      const called = nameOf(node.callee) ?? '';
      const [first, second, third] = node.arguments as unknown[];
      if (called === 'columnsOf') {
        const endpoint = endpointNamed(first, file, features);
        const texts = literalOf(second);
        if (endpoint && texts !== undefined)
          for (const key of unnamedKeys(third, named)) need(recordOf(endpoint.output), texts, key);
        else problems.push(`${file.path}: columnsOf takes an endpoint by its name and texts as a literal`);
      }
      const options = propertiesOf(first);
      for (const place of keyLists[called] ?? []) {
        const found = options.get(place);
        const endpoint = endpointNamed(options.get('endpoint'), file, features);
        const texts = literalOf(options.get('texts')) ?? (endpoint && textsOf(endpoint));
        const output = endpoint?.output as z.ZodType | undefined;
        if (!found) continue;
        if (called === 'defineDetail') {
          for (const { type, key, value } of nodesWithin(found))
            if (type === 'Property' && detailKeys.has(nameOf(key) ?? ''))
              for (const path of unnamedKeys(value, named)) note(texts, output, path);
        } else {
          const schema = place === 'columns' ? output && recordOf(output) : endpoint?.input;
          for (const path of unnamedKeys(found, named)) note(texts, schema, path);
        }
      }
      function note(texts: string | undefined, schema: z.ZodType | undefined, key: string) {
        if (texts !== undefined) need(schema, texts, key);
        else problems.push(`${file.path}: ${called} names ${key} but no texts`);
      }
    }
  }
  return { keys, problems };
}
