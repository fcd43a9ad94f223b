import { useCallback, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { CallError } from '#kit/contract/client.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLeaveGuard } from '#kit/ui/navigation.ts';
import { toast } from '#kit/ui/toast.ts';
import {
  checkValues,
  errorsByField,
  type FieldErrors,
  firstError,
  isDirty,
  type Values,
  withFound,
  withoutNulls,
  withRequired,
} from './form-state.ts';

export interface FormOptions<S extends z.ZodObject> {
  schema: S;
  initial?: object;
  onSubmit: (data: z.input<S>) => Promise<unknown>;
  /** names in the order they are shown: the first wrong one gets the focus */
  order?: readonly string[];
  /** names that must be filled in though the schema lets them be */
  requires?: (values: Values) => readonly string[];
  /** what is wrong beyond the schema */
  check?: (values: Values, before: Values) => FieldErrors;
  /** asks before leaving with unsaved input; on unless told */
  guard?: boolean;
}

/** Brings the first wrong field into view and into focus. */
export function focusField(name: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  if (!field) return;
  const target = field.matches('input, textarea, select, button')
    ? field
    : field.querySelector<HTMLElement>('input, textarea, select, button');
  (target ?? field).scrollIntoView({ block: 'center', behavior: 'smooth' });
  target?.focus({ preventScroll: true });
}

/** Form state without looks: values, checking by the schema, server refusals beside their fields, leaving guard. */
export function useForm<S extends z.ZodObject>(options: FormOptions<S>) {
  const t = useText();
  const { schema, order = Object.keys(schema.shape) } = options;
  const [initial, setInitial] = useState<Values>(() => withoutNulls(options.initial ?? {}));
  const [values, setValues] = useState<Values>(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [submitting, setSubmitting] = useState(false);
  const attempted = useRef(false);
  // Set at the moment of success, so that going away right after it is not "leaving unsaved input".
  const saved = useRef(false);
  const dirty = useMemo(() => isDirty(initial, values), [initial, values]);

  const setAll = useCallback((change: Values) => {
    saved.current = false;
    setValues((before) => ({ ...before, ...change }));
    setErrors((before) => {
      const next = { ...before };
      for (const name of Object.keys(change)) delete next[name];
      return next;
    });
  }, []);

  /** After leaving a field: its own error only, others wait their turn. */
  const touch = useCallback(
    (name: string) => {
      setValues((current) => {
        if (current[name] === undefined && !attempted.current) return current;
        const checked = checkValues(schema, current);
        const error = checked.ok ? undefined : checked.errors[name];
        setErrors((before) => {
          const { [name]: _, ...rest } = before;
          return error ? { ...rest, [name]: error } : rest;
        });
        return current;
      });
    },
    [schema],
  );

  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    const first = firstError(found, order);
    // After the messages are drawn, or the page would jump once more.
    if (first) requestAnimationFrame(() => focusField(first));
  };

  const submit = async (): Promise<boolean> => {
    if (submitting) return false;
    attempted.current = true;
    const required = withRequired(checkValues(schema, values), options.requires?.(values) ?? [], values);
    const checked = withFound(required, options.check?.(values, initial) ?? {});
    if (!checked.ok) {
      showErrors(checked.errors);
      return false;
    }
    setErrors({});
    setSubmitting(true);
    try {
      saved.current = true;
      await options.onSubmit(checked.data);
      setInitial(values);
      return true;
    } catch (error) {
      saved.current = false;
      const issues = error instanceof CallError ? error.issues : [];
      if (issues.length > 0) showErrors(errorsByField(issues));
      if (!(error instanceof CallError && error.status === 401)) toast.failure(failureMessage(error));
      return false;
    } finally {
      setSubmitting(false);
    }
  };

  const ask = useCallback(
    async () =>
      saved.current ||
      (await confirm({
        title: t('kit:page.leaveTitle'),
        body: t('kit:page.leaveBody'),
        confirmLabel: t('kit:page.leave'),
        danger: true,
      })),
    [t],
  );
  const guarded = (options.guard ?? true) && dirty;
  useLeaveGuard(guarded, ask);

  return {
    values,
    set: (name: string, value: unknown) => setAll({ [name]: value }),
    setAll,
    touch,
    errors,
    setErrors: showErrors,
    errorText: (name: string) => {
      const error = errors[name];
      if (!error) return undefined;
      return 'message' in error ? error.message : t(error.key, error.params);
    },
    dirty,
    submitting,
    /** asks where unsaved input would be lost */
    mayLeave: async () => !guarded || (await ask()),
    submit,
    reset: (next?: object) => {
      const start = next ? withoutNulls(next) : initial;
      setInitial(start);
      setValues(start);
      setErrors({});
      attempted.current = false;
    },
  };
}

export type Form = ReturnType<typeof useForm>;
