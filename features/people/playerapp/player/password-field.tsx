import { Field } from '#kit/player/field.tsx';

/** Six digits that nobody reads over the shoulder. */
export const PasswordField = (props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
}) => (
  <Field
    label={props.label}
    type="password"
    digits
    maxLength={6}
    value={props.value}
    onChange={(value) => props.onChange(value.replace(/\D/g, ''))}
    {...(props.error && { error: props.error })}
    {...(props.hint && { hint: props.hint })}
  />
);
