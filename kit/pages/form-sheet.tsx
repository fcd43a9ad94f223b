import { Hint } from '#kit/ui/display.tsx';
import '#kit/ui/all-styles.ts';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { act, useCall } from '#kit/ui/api.ts';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { wordsFor } from './form-action.ts';
import { fieldOf, foundByFields, type LoadCall, requiredNames } from './form-definition.ts';
import { FormFields } from './form-fields.tsx';
import classes from './form-page.module.css';
import type { Opened } from './open-form.ts';
import { tellDone } from './tell-done.ts';
import { useForm } from './use-form.ts';
import { useSliding } from './use-sliding.ts';

/** The record that is to be changed, fresh: an old copy would overwrite what others changed meanwhile. */
interface LoadedValues {
  ready: boolean;
  error?: unknown;
  retry?: () => void;
  values?: object;
}

interface FormSheetProps {
  opened: Extract<Opened, { kind: 'form' }>;
  onGone: () => void;
}

export function FormSheet(props: FormSheetProps) {
  const { form, subject } = props.opened;
  const [load] = useState(() => form.options.load?.(subject));
  return load ? <LoadingSheet {...props} load={load} /> : <FilledSheet {...props} loaded={{ ready: true }} />;
}

function LoadingSheet({ load, ...props }: FormSheetProps & { load: LoadCall }) {
  const { data, error, isFetchedAfterMount, refetch } = useCall(load.endpoint, load.input as never, {
    staleMs: 0,
  });
  const ready = isFetchedAfterMount && data !== undefined;
  const loaded = {
    ready,
    error: data === undefined ? error : undefined,
    retry: () => void refetch(),
    values: ready ? (load.toValues?.(data) ?? (data as object)) : undefined,
  };
  return <FilledSheet {...props} loaded={loaded} />;
}

function FilledSheet({ opened, onGone, loaded }: FormSheetProps & { loaded: LoadedValues }) {
  const t = useText();
  const formId = useId();
  const { form: action, subject } = opened;
  const { endpoint, schema, options } = action;
  const { shown, leave } = useSliding(opened.settle);
  const [blocked, setBlocked] = useState(false);
  // One intent, one id: where something is let out, whatever is sent from one opening of the form is one wish. Elsewhere
  // other values are another wish, and the client knows the same ones again.
  const [{ requestId, named }] = useState(() => {
    const isNamed = endpoint !== undefined && 'requestId' in endpoint.input.shape;
    return { requestId: isNamed || endpoint?.lets ? newRequestId() : undefined, named: isNamed };
  });
  const [initial] = useState(() => ({
    ...(named && { requestId }),
    ...(typeof options.initial === 'function' ? options.initial(subject) : options.initial),
  }));
  const fields = typeof options.fields === 'function' ? options.fields(subject) : options.fields;
  const form = useForm({
    schema,
    initial,
    order: fields.map((field) => fieldOf(field).name),
    requires: (values) => requiredNames(fields, values),
    check: (values, before) => foundByFields(fields, values, before),
    guard: options.guard,
    onSubmit: async (data) => {
      const input = (await options.toInput?.(data, subject)) ?? data;
      const output = endpoint
        ? await act(endpoint, { ...input, ...(named && { requestId }) }, { requestId })
        : input;
      const { success = endpoint && 'kit:action.done' } = options;
      tellDone(output, success && (typeof success === 'function' ? success(output, t) : t(success)), t);
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
            // A sheet opened from inside a form is its own form.
            event.stopPropagation();
            if (!blocked) void form.submit();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !blocked) void form.submit();
          }}
        >
          {options.lead && <Hint>{wordsFor(options.lead, subject, t)}</Hint>}
          {options.above?.(content)}
          <FormFields schema={schema} fields={fields} form={form} texts={options.texts} plain />
          {options.below?.(content)}
        </form>
      )}
    </Sheet>
  );
}
