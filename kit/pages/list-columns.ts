import type { z } from 'zod';
import { coreOf, fieldAt, type Meaning, meaningOf } from '#kit/contract/meaning.ts';
import { fieldLabel } from './field-names.ts';
import type { Column, ColumnSpec, PhonePlace } from './list-specs.ts';

/** A column with everything that its schema says of it. */
export interface ResolvedColumn<R = never> extends Omit<Column<R>, 'sortable'> {
  label: string;
  meaning: Meaning;
  /** stands in the answer, so a file can hold it */
  known: boolean;
}

const rightKinds: ReadonlySet<Meaning['kind']> = new Set([
  'money',
  'amount',
  'count',
  'ratio',
  'bytes',
  'seconds',
]);

/** The names by which a list call sorts. */
export function sortNames(input: z.ZodType): readonly string[] {
  const sort = fieldAt(input, 'sort');
  const entries = sort && (coreOf(sort)._zod.def as { entries?: Record<string, string> }).entries;
  return entries ? Object.values(entries) : [];
}

/** `record` is the schema of one row, `sorts` the names by which the server sorts. */
export function resolveColumns<R>(
  record: z.ZodType | undefined,
  texts: string | undefined,
  specs: readonly ColumnSpec<R>[],
  sorts: readonly string[] = [],
): ResolvedColumn<R>[] {
  return specs.map((spec) => {
    const column: Column<R> = typeof spec === 'string' ? { key: spec } : spec;
    const { sortable, ...rest } = column;
    const field = record && fieldAt(record, column.key);
    const meaning: Meaning = field ? meaningOf(field) : { kind: 'text' };
    const sorted = sortable ?? sorts.includes(column.key);
    // A column that draws itself may show a number that is no amount (the number of a machine): it says so itself.
    const right = rightKinds.has(meaning.kind) && (meaning.kind !== 'count' || !column.render);
    return {
      ...rest,
      label: column.label ?? fieldLabel(record, texts, column.key),
      meaning,
      known: field !== undefined,
      align: column.align ?? (right ? 'right' : undefined),
      sortBy: column.sortBy ?? (sorted ? column.key : undefined),
    };
  });
}

type Laid = Pick<ResolvedColumn, 'key' | 'meaning' | 'phone' | 'optional'>;

const isAmount = ({ meaning }: Laid) => meaning.kind === 'money' || meaning.kind === 'amount';
const isState = ({ meaning }: Laid) =>
  (meaning.kind === 'choice' || meaning.kind === 'flag') && meaning.tones !== undefined;
export const isWhere = ({ meaning }: Laid) =>
  meaning.kind === 'machine' || meaning.kind === 'site' || meaning.kind === 'member';
const isHow = (column: Laid) => column.meaning.kind === 'choice' && !isState(column);
const isWhen = ({ meaning }: Laid) => meaning.kind === 'instant' || meaning.kind === 'day';

function saidPlace(column: Laid): PhonePlace | false | undefined {
  if (column.phone !== undefined) return column.phone;
  return column.optional ? false : undefined;
}

/**
 * The two lines of a row on the phone: what and how much; where, how, when and the state. Whatever a column does not say
 * of its place follows from its meaning; the rest is seen when the row is opened. `spare`: where else it is, for a row that
 * does not say where (an alert of a whole site has no machine).
 */
export function phoneLayout<C extends Laid>(columns: readonly C[]) {
  const free = new Set(columns.filter((column) => saidPlace(column) === undefined));
  const take = (place: PhonePlace, test: (column: C) => boolean): C | undefined => {
    const found =
      columns.find((column) => saidPlace(column) === place) ??
      columns.find((column) => free.has(column) && test(column));
    if (found) free.delete(found);
    return found;
  };
  const amount = take('amount', isAmount);
  const state = take('state', isState);
  const what = take('what', (column) => !isWhen(column)) ?? take('what', () => true);
  const said = columns.filter((column) => saidPlace(column) === 'more');
  const more = [...said];
  for (const test of [isWhere, isHow, isWhen]) {
    if (said.some(test)) continue;
    const found = columns.find((column) => free.has(column) && test(column));
    if (found) more.push(found);
  }
  more.sort((a, b) => Number(isWhen(a)) - Number(isWhen(b)));
  const spare = columns.filter((column) => free.has(column) && isWhere(column) && !more.includes(column));
  return { what, amount, state, more, spare };
}
