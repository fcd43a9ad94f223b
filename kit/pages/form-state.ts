import type { z } from 'zod';
import { fieldIssues } from '#kit/contract/issues.ts';
import type { FieldIssue } from '#kit/kernel/errors.ts';
import { mayBeEmptyText } from './schema-fields.ts';

export type Values = Record<string, unknown>;
/** A message for a field: a key from the schema, or the server's own words. */
export type FieldError = { key: string; params?: FieldIssue['params'] } | { message: string };
export type FieldErrors = Record<string, FieldError>;

/** An error inside a list or an object belongs to the field that edits it. */
export const fieldOfPath = (path: string) => path.split('.')[0] ?? '';

/** One message per field: the first, because fixing it may settle the others. */
export function errorsByField(issues: readonly (FieldIssue & { message?: string })[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = fieldOfPath(issue.path);
    errors[field] ??= issue.message ? { message: issue.message } : { key: issue.key, params: issue.params };
  }
  return errors;
}

export type Checked<T> = { ok: true; data: T } | { ok: false; errors: FieldErrors };

/** Text that may be empty but must be sent: an untouched field then says "empty". */
function withEmptyTexts(schema: z.ZodObject, values: Values): Values {
  const filled = { ...values };
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>))
    if (filled[name] === undefined && mayBeEmptyText(field)) filled[name] = '';
  return filled;
}

/** Judges values by the schema, which also says what a field left alone means. */
export function checkValues<S extends z.ZodObject>(schema: S, values: Values): Checked<z.input<S>> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const filled = withEmptyTexts(schema, given);
  const result = schema.safeParse(filled, { reportInput: true });
  if (result.success) return { ok: true, data: pickKnown(schema, filled) as z.input<S> };
  return { ok: false, errors: errorsByField(fieldIssues(result.error)) };
}

/** A form may require what the schema does not: a reason, or the person who is meant. */
export function withRequired<T>(checked: Checked<T>, names: readonly string[], values: Values): Checked<T> {
  const absent = names.filter((name) => values[name] === undefined || values[name] === '');
  if (absent.length === 0) return checked;
  const missing = Object.fromEntries(absent.map((name) => [name, { key: 'kit:validation.required' }]));
  return { ok: false, errors: { ...missing, ...(checked.ok ? {} : checked.errors) } };
}

/** What the fields found wrong by themselves; the schema's word on a field comes first. */
export function withFound<T>(checked: Checked<T>, found: FieldErrors): Checked<T> {
  if (Object.keys(found).length === 0) return checked;
  return { ok: false, errors: { ...found, ...(checked.ok ? {} : checked.errors) } };
}

/** A loaded record has more fields than the call takes. */
export function pickKnown(schema: z.ZodObject, values: Values): Values {
  const names = Object.keys(schema.shape);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Values are plain data, and forms are small: text comparison is exact and cheap. */
export function isDirty(before: Values, now: Values): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  for (const name of names) if (JSON.stringify(before[name]) !== JSON.stringify(now[name])) return true;
  return false;
}

/** null is the database's word for "nothing"; a form's is undefined. */
export const withoutNulls = (values: object): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The field to take the reader to: the first with an error, in the order they are shown. */
export function firstError(errors: FieldErrors, order: readonly string[]): string | undefined {
  return order.find((name) => errors[name]) ?? Object.keys(errors)[0];
}
