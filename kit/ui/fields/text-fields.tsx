import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { basisPointsOf, fenOf, percentText, yuanText } from './amounts.ts';
import { type FieldProps, inputProps } from './types.ts';

export interface TextFieldOptions {
  maxLength?: number;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | 'search';
}

const textOrNothing = (text: string) => (text === '' ? undefined : text);

export function TextField({
  maxLength,
  autoComplete,
  inputMode,
  ...props
}: FieldProps<string> & TextFieldOptions) {
  return (
    <TextInput
      {...inputProps(props)}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(textOrNothing(event.currentTarget.value))}
      maxLength={maxLength}
      autoComplete={autoComplete}
      inputMode={inputMode}
    />
  );
}

export function LongTextField({
  maxLength,
  rows = 3,
  ...props
}: FieldProps<string> & { maxLength?: number; rows?: number }) {
  return (
    <Textarea
      {...inputProps(props)}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(textOrNothing(event.currentTarget.value))}
      maxLength={maxLength}
      autosize
      minRows={rows}
      maxRows={rows * 4}
    />
  );
}

export interface NumberFieldOptions {
  min?: number;
  max?: number;
  step?: number;
  decimals?: number;
  suffix?: string;
}

export function NumberField({
  min,
  max,
  step,
  decimals = 0,
  suffix,
  ...props
}: FieldProps<number> & NumberFieldOptions) {
  return (
    <NumberInput
      {...inputProps(props)}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(value === '' ? undefined : Number(value))}
      min={min}
      max={max}
      step={step}
      // Out of range stays visible and is explained by the schema; silently changing it would surprise.
      clampBehavior="none"
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      suffix={suffix}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
    />
  );
}

interface ScaledProps extends FieldProps<number> {
  textOf: (value: number | undefined) => string;
  amountOf: (text: string) => number | undefined;
  leftSection?: string;
  rightSection?: string;
}

/** Keeps the text as typed ("12.", "0.50") and reports the exact integer behind it. */
function ScaledField({ textOf, amountOf, leftSection, rightSection, ...props }: ScaledProps) {
  const [text, setText] = useState(() => textOf(props.value));
  const stale = !Object.is(amountOf(text), props.value);
  const shown = stale && !Number.isNaN(props.value) ? textOf(props.value) : text;
  return (
    <TextInput
      {...inputProps(props)}
      value={shown}
      inputMode="decimal"
      autoComplete="off"
      leftSection={leftSection}
      rightSection={rightSection}
      onChange={(event) => {
        setText(event.currentTarget.value);
        props.onChange(amountOf(event.currentTarget.value));
      }}
      onBlur={() => {
        if (props.value !== undefined && !Number.isNaN(props.value)) setText(textOf(props.value));
        props.onBlur?.();
      }}
    />
  );
}

/** Edits yuan, its value is fen. */
export function MoneyField(props: FieldProps<number>) {
  return <ScaledField {...props} textOf={yuanText} amountOf={fenOf} leftSection="¥" />;
}

/** Edits percent, its value is basis points (10000 is 100 %). */
export function PercentField(props: FieldProps<number>) {
  return <ScaledField {...props} textOf={percentText} amountOf={basisPointsOf} rightSection="%" />;
}

export function PhoneField(props: FieldProps<string>) {
  return (
    <TextInput
      {...inputProps(props)}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(textOrNothing(event.currentTarget.value.replace(/[^\d-]/g, '')))}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={20}
    />
  );
}

export function IdNumberField(props: FieldProps<string>) {
  return (
    <TextInput
      {...inputProps(props)}
      value={props.value ?? ''}
      onChange={(event) =>
        props.onChange(textOrNothing(event.currentTarget.value.toUpperCase().replace(/[^\dX]/g, '')))
      }
      autoComplete="off"
      maxLength={18}
    />
  );
}

export function SwitchField(props: FieldProps<boolean>) {
  return (
    <Switch
      label={props.label}
      description={props.description}
      error={props.error}
      disabled={props.disabled}
      name={props.name}
      data-field={props.name}
      aria-label={props['aria-label']}
      checked={props.value ?? false}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
      onBlur={props.onBlur}
      py={6}
    />
  );
}
