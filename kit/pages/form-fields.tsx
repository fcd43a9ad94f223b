import type { z } from 'zod';
import { Heading } from '#kit/ui/display.tsx';
import { explained } from '#kit/ui/explained.tsx';
import { Field } from '#kit/ui/fields/field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { fieldLabel } from './field-names.ts';
import { type FormField, type FormFieldSpec, fieldOf, sectionsOf } from './form-definition.ts';
import classes from './form-page.module.css';
import { type SchemaField, schemaField } from './schema-fields.ts';
import type { Form } from './use-form.ts';
import { useOptions } from './use-options.ts';

/** Long things take the whole width. */
const wideKinds = new Set(['longText', 'richText', 'pictures', 'sortedList', 'video']);

/** The fields of a form in their sections: one column on the phone, two on the desk. */
export function FormFields<S extends z.ZodObject>({
  schema,
  fields,
  form,
  texts,
  plain = false,
}: {
  schema: S;
  fields: readonly FormFieldSpec<S>[];
  form: Form;
  texts?: string;
  /** one column without frames, for sheets */
  plain?: boolean;
}) {
  const t = useText();
  const shown = fields.map(fieldOf).filter((field) => field.showIf?.(form.values) ?? true);
  return sectionsOf(shown).map((section) => (
    <section key={section.title ?? ''} className={plain ? undefined : classes.section}>
      {section.title && <Heading className={classes.sectionTitle}>{t(section.title)}</Heading>}
      <div className={plain ? classes.column : classes.grid}>
        {section.fields.map((field) => (
          <BoundField
            key={field.name}
            field={field as unknown as FormField}
            label={field.label ?? fieldLabel(schema, texts, field.name)}
            meta={metaOf(schema, field as unknown as FormField)}
            form={form}
          />
        ))}
      </div>
    </section>
  ));
}

function metaOf(schema: z.ZodObject, field: FormField): SchemaField {
  const found = (schema.shape as Record<string, z.ZodType>)[field.name];
  return found ? schemaField(found) : { kind: 'text', required: false, options: {} };
}

interface BoundFieldProps {
  field: FormField;
  /** translation key */
  label: string;
  meta: SchemaField;
  form: Form;
}

function BoundField({ field, label, meta, form }: BoundFieldProps) {
  const t = useText();
  const options = useOptions(field.options ?? meta.options.options);
  const {
    name,
    label: _label,
    hint,
    comesTo,
    placeholder,
    kind = meta.kind,
    showIf: _showIf,
    section: _section,
    wide = wideKinds.has(kind),
    read,
    write,
    effect,
    render,
    onSend,
    ...rest
  } = field;
  const disabled = typeof field.disabled === 'function' ? field.disabled(form.values) : field.disabled;
  const value = read ? read(form.values) : form.values[name];
  const onChange = (next: unknown) =>
    form.setAll({
      ...(write ? write(next, form.values) : { [name]: next }),
      ...effect?.(next, form.values),
    });
  const shared = {
    name,
    value,
    onChange,
    label: t(label),
    description: explained(t, hint && t(hint), comesTo?.(form.values)),
    error: form.errorText(name),
    required: field.required ?? meta.required,
    disabled: disabled || form.submitting,
  };
  return (
    <div className={wide ? classes.wide : undefined}>
      {render ? (
        render({
          ...shared,
          disabled: Boolean(shared.disabled),
          values: form.values,
        })
      ) : (
        <Field
          {...meta.options}
          {...rest}
          {...shared}
          kind={kind}
          options={options}
          placeholder={placeholder && t(placeholder)}
          onBlur={() => form.touch(name)}
          onSend={onSend && (() => onSend(form.values))}
        />
      )}
    </div>
  );
}
