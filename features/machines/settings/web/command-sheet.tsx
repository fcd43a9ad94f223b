import { Button, Stack } from '@mantine/core';
import type { z } from 'zod';
import { schemaField } from '#kit/pages/schema-fields.ts';
import { useForm } from '#kit/pages/use-form.ts';
import { Hint } from '#kit/ui/display.tsx';
import { Field } from '#kit/ui/fields/field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';

interface CommandSheetProps {
  title: string;
  /** what will happen */
  what: string;
  parameters: z.ZodObject;
  onClose: () => void;
  onSend: (parameters: Record<string, unknown>) => void;
}

/** What a command needs to know, from its own definition. */
export function CommandSheet({ title, what, parameters, onClose, onSend }: CommandSheetProps) {
  const t = useText();
  const form = useForm({
    schema: parameters,
    guard: false,
    onSubmit: async (data) => onSend(data as Record<string, unknown>),
  });
  return (
    <Sheet opened onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Stack gap="md">
          <Hint>{what}</Hint>
          {Object.entries(parameters.shape as Record<string, z.ZodType>).map(([parameter, schema]) => {
            const { kind, required, options } = schemaField(schema);
            return (
              <Field
                key={parameter}
                {...options}
                kind={kind}
                required={required}
                name={parameter}
                label={t(`settings:command.parameter.${parameter}`)}
                options={choicesOf(schema).map((value) => ({
                  value,
                  label: t(`settings:command.choice.${value}`),
                }))}
                value={form.values[parameter]}
                onChange={(value) => form.set(parameter, value)}
                onBlur={() => form.touch(parameter)}
                error={form.errorText(parameter)}
              />
            );
          })}
          <Button type="submit" size="md">
            {title}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}

const choicesOf = (schema: z.ZodType): string[] =>
  Object.values((schema._zod.def as unknown as { entries?: Record<string, string> }).entries ?? {});
