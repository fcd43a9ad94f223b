import '#kit/ui/all-styles.ts';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { act, useCall } from '#kit/ui/api.ts';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { type FormAction, wordsFor } from './form-action.ts';
import { fieldOf, requiredNames } from './form-definition.ts';
import { FormFields } from './form-fields.tsx';
import classes from './form-page.module.css';
import type { Opened } from './open-form.ts';
import { useForm } from './use-form.ts';
import { useSliding } from './use-sliding.ts';

/** The record that is to be changed, fresh: an old copy would overwrite what others changed meanwhile. */
function useLoaded({ endpoint, options }: FormAction<unknown>, subject: unknown) {
  const [load] = useState(() => options.load?.(subject));
  const call = useCall(load?.endpoint ?? endpoint, (load?.input ?? {}) as never, {
    enabled: load !== undefined,
    staleMs: 0,
  });
  const fetched = load !== undefined && call.isFetchedAfterMount && call.data !== undefined;
  return {
    ready: load === undefined || fetched,
    error: call.data === undefined ? call.error : null,
    retry: () => void call.refetch(),
    values: fetched ? (load.toValues?.(call.data) ?? (call.data as object)) : undefined,
  };
}

export function FormSheet({
  opened,
  onGone,
}: {
  opened: Extract<Opened, { kind: 'form' }>;
  onGone: () => void;
}) {
  const t = useText();
  const formId = useId();
  const { form: action, subject } = opened;
  const { endpoint, schema, options } = action;
  const { shown, leave } = useSliding(opened.settle);
  const loaded = useLoaded(action, subject);
  const [blocked, setBlocked] = useState(false);
  // One intent, one id: pressing twice or trying again after a lost answer does nothing twice.
  const [requestId] = useState(() => ('requestId' in endpoint.input.shape ? newRequestId() : undefined));
  const [initial] = useState(() => ({
    ...(requestId && { requestId }),
    ...(typeof options.initial === 'function' ? options.initial(subject) : options.initial),
  }));
  const fields = typeof options.fields === 'function' ? options.fields(subject) : options.fields;
  const form = useForm({
    schema,
    initial,
    order: fields.map((field) => fieldOf(field).name),
    requires: (values) => requiredNames(fields, values),
    guard: options.guard,
    onSubmit: async (data) => {
      const input = options.toInput?.(data, subject) ?? data;
      const output = await act(endpoint, { ...input, ...(requestId && { requestId }) });
      const { success = 'kit:action.done' } = options;
      toast.success(typeof success === 'function' ? success(output, t) : t(success));
      options.done?.(output, subject);
      leave(output);
    },
  });
  const filled = useRef(false);
  useEffect(() => {
    if (filled.current || !loaded.values) return;
    filled.current = true;
    form.reset({ ...initial, ...loaded.values });
  });
  const close = async () => {
    if (await form.mayLeave()) leave(undefined);
  };
  const content = { subject, values: form.values, set: form.set, block: setBlocked };
  const title = options.title ?? opened.title;
  return (
    <Sheet
      opened={shown}
      onClose={() => void close()}
      onClosed={onGone}
      title={title !== undefined && wordsFor(title, subject, t)}
      size={options.size}
      footer={
        <Button
          type="submit"
          form={formId}
          color={options.danger ? 'red.9' : undefined}
          disabled={!loaded.ready || blocked}
          loading={form.submitting}
        >
          {wordsFor(options.submitLabel ?? opened.title ?? 'kit:action.save', subject, t)}
        </Button>
      }
    >
      {loaded.error ? (
        <ErrorState error={loaded.error} onRetry={loaded.retry} />
      ) : !loaded.ready ? (
        <FormSkeleton fields={fields.length} />
      ) : (
        <form
          id={formId}
          className={classes.sheetForm}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // A sheet opened from inside a form is a form of its own.
            event.stopPropagation();
            if (!blocked) void form.submit();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !blocked) void form.submit();
          }}
        >
          {options.above?.(content)}
          <FormFields schema={schema} fields={fields} form={form} texts={options.texts} plain />
          {options.below?.(content)}
        </form>
      )}
    </Sheet>
  );
}
