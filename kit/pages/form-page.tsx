import { Hint } from '#kit/ui/display.tsx';
import '#kit/ui/all-styles.ts';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { act, useCall } from '#kit/ui/api.ts';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import {
  type FormDefinition,
  fieldOf,
  foundByFields,
  type LoadCall,
  requiredNames,
} from './form-definition.ts';
import { FormFields } from './form-fields.tsx';
import classes from './form-page.module.css';
import { tellDone } from './tell-done.ts';
import { useForm } from './use-form.ts';

/** A record to fill in or to change. */
export function FormPage<S extends z.ZodObject>({ definition }: { definition: FormDefinition<S> }) {
  return definition.load ? (
    <LoadedForm definition={definition} load={definition.load} />
  ) : (
    <FormBody definition={definition} initial={definition.initial} />
  );
}

function LoadedForm<S extends z.ZodObject>({
  definition,
  load,
}: {
  definition: FormDefinition<S>;
  load: LoadCall;
}) {
  // Always fresh: editing an old copy would overwrite what others changed meanwhile.
  const { data, error, isFetchedAfterMount, refetch } = useCall(load.endpoint, load.input as never, {
    staleMs: 0,
  });
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined || !isFetchedAfterMount) return <FormSkeleton fields={definition.fields.length} />;
  const loaded = load.toValues ? load.toValues(data) : (data as object);
  return <FormBody definition={definition} initial={{ ...definition.initial, ...loaded }} />;
}

function FormBody<S extends z.ZodObject>({
  definition,
  initial,
}: {
  definition: FormDefinition<S>;
  initial: object | undefined;
}) {
  const t = useText();
  const navigate = useNavigate();
  const finish = (output: unknown, data: z.input<S>) => {
    tellDone(output, definition.success && t(definition.success), t);
    if (typeof definition.afterwards === 'function') definition.afterwards(output as never, data);
    else if (definition.afterwards) void navigate(definition.afterwards, { replace: true });
    else navigation.back();
  };
  const form = useForm({
    schema: definition.schema,
    initial,
    order: definition.fields.map((field) => fieldOf(field).name),
    requires: (values) => requiredNames(definition.fields, values),
    check: (values, before) => foundByFields(definition.fields, values, before),
    guard: definition.guard,
    onSubmit: async (data) => {
      const { submit } = definition;
      const output =
        typeof submit === 'function'
          ? await submit(data)
          : await act(submit.endpoint, (submit.toInput?.(data as never) ?? data) as never);
      finish(output, data);
    },
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit();
      }}
    >
      {definition.header}
      <FormFields
        schema={definition.schema}
        fields={definition.fields}
        form={form}
        texts={definition.texts}
      />
      {definition.footer}
      <StickyActions aside={form.dirty && definition.guard !== false && <Hint>{t('kit:page.unsaved')}</Hint>}>
        {definition.secondary}
        <Button type="submit" loading={form.submitting}>
          {t(definition.submitLabel ?? 'kit:action.save')}
        </Button>
      </StickyActions>
    </form>
  );
}
