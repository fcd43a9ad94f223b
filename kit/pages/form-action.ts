import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import type { Translate } from '#kit/ui/i18n.ts';
import { textsOf } from './field-names.ts';
import type { FormFieldSpec, LoadCall } from './form-definition.ts';
import type { Values } from './form-state.ts';

/** A translation key, or words put together from what the form is about. */
export type Words<S> = string | ((subject: S, t: Translate) => string);

/** What stands around the fields: explanations above them, what will happen below. */
export interface FormContentProps<S> {
  subject: S;
  values: Values;
  set: (name: string, value: unknown) => void;
  /** keeps the button from being pressed while, say, a preview refuses */
  block: (blocked: boolean) => void;
}

type Content<S> = (props: FormContentProps<S>) => ReactNode;
type Input<E extends AnyEndpoint> = Omit<InputOf<E>, 'requestId'>;

export interface FormActionOptions<E extends AnyEndpoint, S, V extends z.ZodObject> {
  /** where the values go; when its input has a `requestId` or it lets something out, each opening of the form has one */
  endpoint: E;
  /** where the names of fields stand, as in lists */
  texts?: string;
  /** what people fill in, where that is not the input of the call */
  schema?: V;
  fields: readonly FormFieldSpec<V>[] | ((subject: S) => readonly FormFieldSpec<V>[]);
  /** values to begin with; also those that are sent without being shown (ids) */
  initial?: object | ((subject: S) => object);
  /** the record to change, fetched before anything is shown */
  load?: (subject: S) => LoadCall;
  /** may take its time: passwords are encrypted first */
  toInput?: (data: z.input<V>, subject: S) => Input<E> | Promise<Input<E>>;
  /** the label of the action unless told */
  title?: Words<S>;
  submitLabel?: Words<S>;
  danger?: boolean;
  /** what the toast says */
  success?: string | ((output: OutputOf<E>, t: Translate) => string);
  /** a sentence above the fields */
  lead?: Words<S>;
  above?: Content<S>;
  below?: Content<S>;
  /** afterwards, with the answer */
  done?: (output: OutputOf<E>, subject: S) => void;
  /** asks before unsaved input is lost; on unless told */
  guard?: boolean;
  /** width on the desk */
  size?: number;
}

/** A form that an action, or `openForm`, opens in a sheet. Its types were checked when it was made. */
export interface FormAction<S> {
  /** none where only an answer is asked for: see `askFor` */
  readonly endpoint?: AnyEndpoint;
  /** what the form is about, where it is opened on something else: see `forOne` */
  readonly from?: (subject: S) => unknown;
  readonly schema: z.ZodObject;
  readonly options: Omit<FormActionOptions<AnyEndpoint, S, z.ZodObject>, 'schema' | 'endpoint'>;
}

export function formAction<E extends AnyEndpoint, S = undefined, V extends z.ZodObject = E['input']>(
  options: FormActionOptions<E, S, V>,
): FormAction<S> {
  const { endpoint, schema, ...rest } = options;
  return {
    endpoint,
    schema: schema ?? endpoint.input,
    options: { texts: textsOf(endpoint), ...rest } as unknown as FormAction<S>['options'],
  };
}

export const wordsFor = <S>(words: Words<S>, subject: S, t: Translate): string =>
  typeof words === 'function' ? words(subject, t) : t(words);
