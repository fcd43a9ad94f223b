import { z } from 'zod';
import { longText } from '#kit/contract/schemas.ts';
import type { FormAction, FormActionOptions } from './form-action.ts';
import { openForm } from './open-form.ts';

type Question<V extends z.ZodObject> = Pick<
  FormActionOptions<never, undefined, V>,
  'texts' | 'fields' | 'initial' | 'title' | 'submitLabel' | 'danger' | 'lead' | 'above' | 'below'
>;

/** Asks for a few values in a sheet without sending them anywhere; undefined when the person thinks better of it. */
export function askFor<V extends z.ZodObject>(
  schema: V,
  options: Question<V>,
): Promise<z.input<V> | undefined> {
  const form = { schema, options: { guard: false, ...options } } as unknown as FormAction<undefined>;
  return openForm(form, undefined) as Promise<z.input<V> | undefined>;
}

/** Translation keys. */
interface TextQuestion {
  title: string;
  label: string;
  hint?: string;
  placeholder?: string;
  submitLabel?: string;
  /** without it the answer may stay empty */
  required?: boolean;
  danger?: boolean;
}

const maxLength = 200;
const answer = z.object({ text: longText(maxLength).optional() });

/** Asks for a reason or a note. */
export async function askText(question: TextQuestion): Promise<string | undefined> {
  const { title, submitLabel = 'kit:action.confirm', danger, ...field } = question;
  const given = await askFor(answer, {
    title,
    submitLabel,
    danger,
    fields: [{ name: 'text', rows: 2, ...field }],
  });
  return given && (given.text ?? '');
}
