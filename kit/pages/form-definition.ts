import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Consequence } from '#kit/contract/consequence.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import type { FieldKind } from '#kit/contract/schemas.ts';
import type { FieldOptions } from '#kit/ui/fields/field.tsx';
import type { FieldErrors, Values } from './form-state.ts';
import type { LabelledOption } from './list-specs.ts';

/** One field of a form. Kind, star and limits come from the schema; texts are translation keys. */
export interface FormField<S extends z.ZodObject = z.ZodObject>
  extends Omit<FieldOptions, 'options' | 'onSend'> {
  name: keyof z.input<S> & string;
  /** the schema's own label or `<texts>:field.<name>` unless told */
  label?: string;
  hint?: string;
  /** what the values as they stand come to: said after the hint, while somebody types */
  comesTo?: (values: Values) => Consequence | undefined;
  placeholder?: string;
  kind?: FieldKind;
  options?: readonly LabelledOption[];
  /** for kind `code`; a rejection keeps the button ready */
  onSend?: (values: Values) => Promise<unknown>;
  showIf?: (values: Values) => boolean;
  disabled?: boolean | ((values: Values) => boolean);
  required?: boolean;
  /** what the schema can not say: judged by all values, and by those that the form began with */
  check?: (values: Values, before: Values) => { key: string } | undefined;
  /** translation key of the section it stands in */
  section?: string;
  /** spans both columns on the desk */
  wide?: boolean;
  /** a field that edits several values (a map point, a range): how it reads and writes them */
  read?: (values: Values) => unknown;
  write?: (value: unknown, values: Values) => Values;
  /** other values to change along with this one (empty the district when the city changes …) */
  effect?: (value: unknown, values: Values) => Values;
  /** a component of the screen's own instead of a field type */
  render?: (props: CustomFieldProps) => ReactNode;
}

/** A field is the name of a value; whatever else there is to say comes from the schema or stands beside the name. */
export type FormFieldSpec<S extends z.ZodObject = z.ZodObject> = (keyof z.input<S> & string) | FormField<S>;

export const fieldOf = <S extends z.ZodObject>(spec: FormFieldSpec<S>): FormField<S> =>
  typeof spec === 'string' ? { name: spec } : spec;

/** Names of the fields in view that the form itself asks for. */
export const requiredNames = <S extends z.ZodObject>(
  fields: readonly FormFieldSpec<S>[],
  values: Values,
): string[] =>
  fields
    .map(fieldOf)
    .filter(({ required, showIf, read }) => required && !read && (showIf?.(values) ?? true))
    .map(({ name }) => name);

/** What the fields in view find wrong by themselves, beyond the schema. */
export const foundByFields = <S extends z.ZodObject>(
  fields: readonly FormFieldSpec<S>[],
  values: Values,
  before: Values,
): FieldErrors =>
  Object.fromEntries(
    fields.map(fieldOf).flatMap(({ name, check, showIf }) => {
      const found = (showIf?.(values) ?? true) ? check?.(values, before) : undefined;
      return found ? [[name, found]] : [];
    }),
  );

export interface CustomFieldProps {
  value: unknown;
  onChange: (value: unknown) => void;
  label: string;
  description: ReactNode;
  error: string | undefined;
  required: boolean;
  disabled: boolean;
  name: string;
  values: Values;
}

/** A record to edit: the call that loads it, and how it becomes form values where names differ. */
export interface LoadCall {
  endpoint: AnyEndpoint;
  input: unknown;
  toValues?: (output: unknown) => object;
}

export const loadFrom = <E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  toValues?: (output: OutputOf<E>) => object,
): LoadCall => ({ endpoint, input, toValues: toValues as LoadCall['toValues'] });

/** Where the checked values go. `toInput` where the call's input is not the form's schema. */
export interface SubmitCall {
  endpoint: AnyEndpoint;
  toInput?: (data: never) => unknown;
}

export const submitTo = <E extends AnyEndpoint, D = InputOf<E>>(
  endpoint: E,
  toInput?: (data: D) => InputOf<E>,
): SubmitCall => ({ endpoint, toInput: toInput as SubmitCall['toInput'] });

export interface FormDefinition<S extends z.ZodObject> {
  /** the input of the endpoint, or a schema of the page where they differ (repeated password …) */
  schema: S;
  /** where the names of fields stand, as in lists */
  texts?: string;
  fields: readonly FormFieldSpec<S>[];
  initial?: object;
  load?: LoadCall;
  submit: SubmitCall | ((data: z.input<S>) => Promise<unknown>);
  /** translation keys */
  success?: string;
  submitLabel?: string;
  /** where to go afterwards: a path, or what to do with the answer; back in the history unless told */
  afterwards?: string | ((output: never, data: z.input<S>) => void);
  /** a second button beside "save" */
  secondary?: ReactNode;
  /** above and below the fields */
  header?: ReactNode;
  footer?: ReactNode;
  guard?: boolean;
}

export const defineForm = <S extends z.ZodObject>(definition: FormDefinition<S>): FormDefinition<S> =>
  definition;

/** Sections in the order in which fields name them; fields without one come first. */
export function sectionsOf<S extends z.ZodObject>(
  fields: readonly FormField<S>[],
): { title: string | undefined; fields: FormField<S>[] }[] {
  const sections = new Map<string | undefined, FormField<S>[]>();
  for (const field of fields) {
    const known = sections.get(field.section);
    if (known) known.push(field);
    else sections.set(field.section, [field]);
  }
  return [...sections].map(([title, members]) => ({ title, fields: members }));
}
