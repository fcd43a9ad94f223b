import type { z } from 'zod';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { fieldAt, meaningOf } from '#kit/contract/meaning.ts';
import { fieldLabel } from './field-names.ts';
import type { Filter, FilterSpec, NamedFilter } from './list-specs.ts';
import { schemaField } from './schema-fields.ts';

const plainKinds = ['text', 'number', 'money', 'date', 'switch', 'region', 'phone'] as const;
const isPlain = (kind: string): kind is (typeof plainKinds)[number] =>
  (plainKinds as readonly string[]).includes(kind);

/** `from` goes with `to`, `paidFrom` with `paidTo`. */
const lastDayOf = (name: string): string | undefined =>
  name === 'from' ? 'to' : name.endsWith('From') ? name.replace(/From$/, 'To') : undefined;

function byName(
  input: z.ZodType,
  texts: string | undefined,
  { name, label = fieldLabel(input, texts, name), values }: NamedFilter,
): Filter {
  const field = fieldAt(input, name);
  if (!field) throw new Error(`the call has no input ${name} to filter by`);
  const toName = lastDayOf(name);
  const meaning = meaningOf(field);
  if (meaning.kind === 'day' && toName && fieldAt(input, toName))
    return { kind: 'dateRange', name, toName, label } as Filter;
  if (meaning.kind === 'choice' || meaning.kind === 'choices')
    return {
      kind: meaning.kind,
      name,
      label,
      options: (values ?? meaning.values).map((value) => ({ value, label: `${meaning.name}.${value}` })),
    } as Filter;
  if (meaning.kind === 'flag')
    return { kind: 'switch', name, label, words: meaning.name ?? 'kit:answer' } as Filter;
  const { kind } = schemaField(field);
  if (!isPlain(kind)) throw new Error(`the input ${name} does not say how it is filtered by: ${kind}`);
  return { kind, name, label } as Filter;
}

/** Kind, options and label of each filter that is only a name come from the input's schema. */
export const resolveFilters = (
  endpoint: Pick<AnyEndpoint, 'input'>,
  texts: string | undefined,
  specs: readonly FilterSpec[],
): Filter[] =>
  specs.map((spec) => {
    if (typeof spec === 'string') return byName(endpoint.input, texts, { name: spec });
    return 'kind' in spec ? (spec as Filter) : byName(endpoint.input, texts, spec as NamedFilter);
  });
