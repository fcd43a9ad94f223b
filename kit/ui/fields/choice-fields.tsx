import { Checkbox, Group, MultiSelect, Radio, Select } from '@mantine/core';
import { useText } from '../i18n.ts';
import { type FieldProps, inputProps, type Option, starredProps } from './types.ts';

type Value = string | number;

export interface ChoiceOptions<V extends Value = Value> {
  options: readonly Option<V>[];
  /** radio: all choices in sight (few of them); list: a drop-down. By number unless told. */
  appearance?: 'radio' | 'list';
  clearable?: boolean;
}

const maxInSight = 4;
const byText = <V extends Value>(options: readonly Option<V>[], text: string) =>
  options.find((option) => String(option.value) === text)?.value;
const asData = (options: readonly Option<Value>[]) =>
  options.map((option) => ({ value: String(option.value), label: option.label, disabled: option.disabled }));

export function ChoiceField<V extends Value>({
  options,
  appearance = options.length <= maxInSight ? 'radio' : 'list',
  clearable,
  ...props
}: FieldProps<V> & ChoiceOptions<V>) {
  const t = useText();
  const { placeholder, onBlur, name, ...shared } = starredProps(props);
  if (appearance === 'radio')
    return (
      <Radio.Group
        {...shared}
        value={props.value === undefined ? '' : String(props.value)}
        onChange={(text) => props.onChange(byText(options, text))}
      >
        <Group gap="lg" pt={6} pb={4}>
          {options.map((option) => (
            <Radio
              key={option.value}
              value={String(option.value)}
              label={option.label}
              disabled={option.disabled || props.disabled}
              py={6}
            />
          ))}
        </Group>
      </Radio.Group>
    );
  return (
    <Select
      {...inputProps(props)}
      placeholder={props.placeholder ?? t('kit:ui.choose')}
      data={asData(options)}
      value={props.value === undefined ? null : String(props.value)}
      onChange={(text) => props.onChange(text === null ? undefined : byText(options, text))}
      searchable={options.length > 10}
      clearable={clearable ?? !props.required}
      allowDeselect={!props.required}
      nothingFoundMessage={t('kit:ui.nothingFound')}
      clearButtonProps={{ 'aria-label': t('kit:ui.clear') }}
    />
  );
}

export function ChoicesField<V extends Value>({
  options,
  appearance = options.length <= maxInSight ? 'radio' : 'list',
  ...props
}: FieldProps<V[]> & ChoiceOptions<V>) {
  const t = useText();
  const value = (props.value ?? []).map(String);
  const report = (texts: string[]) =>
    props.onChange(texts.map((text) => byText(options, text)).filter((found) => found !== undefined));
  const { placeholder, onBlur, name, ...shared } = starredProps(props);
  if (appearance === 'radio')
    return (
      <Checkbox.Group {...shared} value={value} onChange={report}>
        <Group gap="lg" pt={6} pb={4}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              value={String(option.value)}
              label={option.label}
              disabled={option.disabled || props.disabled}
              py={6}
            />
          ))}
        </Group>
      </Checkbox.Group>
    );
  return (
    <MultiSelect
      {...inputProps(props)}
      placeholder={value.length > 0 ? undefined : (props.placeholder ?? t('kit:ui.choose'))}
      data={asData(options)}
      value={value}
      onChange={report}
      searchable
      clearable
      nothingFoundMessage={t('kit:ui.nothingFound')}
      clearButtonProps={{ 'aria-label': t('kit:ui.clear') }}
    />
  );
}
