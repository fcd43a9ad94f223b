import { Anchor, Input, Slider, Text } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import type { FieldKind } from '#kit/contract/schemas.ts';
import { explained } from '#kit/ui/explained.tsx';
import { Field } from '#kit/ui/fields/field.tsx';
import { NumberField } from '#kit/ui/fields/text-fields.tsx';
import type { FieldProps } from '#kit/ui/fields/types.ts';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { type Beside, consequenceOf } from '../rules/consequence-rules.ts';
import { listEditors } from './list-editors.tsx';
import type { SettingField } from './setting-fields.ts';
import { hintOf, labelOf, optionKey, unitText, valueText, withUnit } from './value-text.ts';

/** A control of a screen's own for one value (pictures instead of a list …). */
export type CustomControl = ComponentType<FieldProps<unknown> & { field: SettingField }>;

export interface SettingControlProps {
  field: SettingField;
  value: unknown;
  /** the other values as they stand, for what this one comes to */
  beside: Beside;
  onChange: (value: unknown) => void;
  onBlur?: () => void;
  error?: string;
  disabled?: boolean;
  control?: CustomControl;
  /** whose lanes the link leads to */
  equipmentId?: string;
  /** the name already stands beside it */
  unlabelled?: boolean;
}

function descriptionOf(t: Translate, field: SettingField, value: unknown, beside: Beside): ReactNode {
  const range =
    field.kind === 'number' && field.min !== undefined && field.max !== undefined
      ? t('settings:page.range', { min: field.min, max: withUnit(t, field.max, field.unit) })
      : undefined;
  const said = `${hintOf(t, field) ?? ''}${range ?? ''}`;
  return explained(t, said, consequenceOf(field.path, value, beside));
}

/** Any setting by what its definition says: label, control, unit, hint and limits. */
export function SettingControl({
  field,
  control: Control,
  equipmentId,
  unlabelled,
  beside,
  ...bound
}: SettingControlProps) {
  const t = useText();
  const label = labelOf(t, field);
  const shared = {
    ...bound,
    name: field.path,
    label: unlabelled ? undefined : label,
    'aria-label': unlabelled ? label : undefined,
    description: descriptionOf(t, field, bound.value, beside),
    required: false,
  };
  const { kind } = field;
  if (Control) return <Control {...shared} field={field} />;
  if (kind === 'lanes') return <LanesSummary field={field} value={bound.value} equipmentId={equipmentId} />;
  if (Object.hasOwn(listEditors, kind)) {
    const Editor = listEditors[kind as keyof typeof listEditors];
    return <Editor {...shared} beside={beside} />;
  }
  if (field.unit === 'percent') return <SlidingField {...shared} field={field} />;
  return (
    <Field
      {...shared}
      kind={kind as FieldKind}
      min={field.min}
      max={field.max}
      suffix={field.unit && ` ${unitText(t, Number(bound.value), field.unit)}`}
      clearable={false}
      // A setting always has a value: an empty choice would be nothing a machine can run with.
      onChange={(value) => (kind === 'choice' && value === undefined ? undefined : bound.onChange(value))}
      options={field.options.map((value) => ({
        value,
        label: t(`settings:option.${field.group}.${field.name}.${optionKey(value)}`),
      }))}
    />
  );
}

/** Strength, speed, loudness: a thumb finds the right place faster than a keyboard. */
function SlidingField({ field, ...props }: FieldProps<unknown> & { field: SettingField }) {
  const value = typeof props.value === 'number' ? props.value : undefined;
  const { min = 0, max = 100 } = field;
  return (
    <div>
      <NumberField {...props} value={value} min={min} max={max} suffix="%" />
      <Slider
        mt={10}
        mb={4}
        min={min}
        max={max}
        label={null}
        value={value ?? min}
        disabled={props.disabled}
        onChange={props.onChange}
        thumbLabel={String(props.label ?? props['aria-label'])}
        size="md"
        thumbSize={22}
      />
    </div>
  );
}

function LanesSummary({
  field,
  value,
  equipmentId,
}: {
  field: SettingField;
  value: unknown;
  equipmentId: string | undefined;
}) {
  const t = useText();
  return (
    <Input.Wrapper label={labelOf(t, field)} labelElement="div">
      <Text size="sm">{valueText(t, field, value)}</Text>
      {equipmentId && (
        <Anchor component={Link} to={`/channelConfiguration?equipmentId=${equipmentId}`} size="sm">
          {t('settings:page.lanes')}
        </Anchor>
      )}
    </Input.Wrapper>
  );
}
