import type { ReactNode } from 'react';

/** What every field takes. `undefined` is "not filled in"; a field never invents a value. */
export interface FieldProps<V> {
  value: V | undefined;
  onChange: (value: V | undefined) => void;
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** name of the form value: forms find and focus the field by it */
  name?: string;
  onBlur?: () => void;
  /** for fields without a visible label */
  'aria-label'?: string;
}

export interface Option<V extends string | number = string | number> {
  value: V;
  label: string;
  disabled?: boolean;
}

/** Hints stand below the input, so that fields side by side stay on one line. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The part of the props that Mantine inputs take as they are. A star, but no native check: the schema judges. */
export function inputProps<V>(props: FieldProps<V>) {
  return {
    label: props.label,
    description: props.description,
    error: props.error,
    inputWrapperOrder: order,
    withAsterisk: props.required,
    'aria-required': props.required || undefined,
    disabled: props.disabled,
    placeholder: props.placeholder,
    name: props.name,
    onBlur: props.onBlur,
    'aria-label': props['aria-label'],
    'data-field': props.name,
  };
}

/** The same for what has no role that could be required, a group or a button: the star alone says it. */
export function starredProps<V>(props: FieldProps<V>) {
  const { 'aria-required': _required, ...shared } = inputProps(props);
  return shared;
}

/** The same for wrappers around something that is not an input. */
export function wrapperProps<V>(props: FieldProps<V>) {
  return {
    label: props.label,
    description: props.description,
    error: props.error,
    inputWrapperOrder: order,
    withAsterisk: props.required,
    'data-field': props.name,
  };
}
