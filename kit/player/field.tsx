import { type HTMLInputTypeAttribute, type ReactNode, useId } from 'react';
import classes from './field.module.css';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string;
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'tel' | 'password' | 'search' | 'date'>;
  /** digits: the phone shows its number keys */
  digits?: boolean;
  maxLength?: number;
  autoComplete?: string;
  disabled?: boolean;
  /** beside the input: a button that sends a code, a unit */
  aside?: ReactNode;
}

/** One line to type in, with what it is for above and what is wrong below. */
export function Field(props: FieldProps) {
  const id = useId();
  const below = props.error ?? props.hint;
  return (
    <div className={classes.field} data-wrong={props.error ? true : undefined}>
      <label htmlFor={id} className={classes.label}>
        {props.label}
      </label>
      <div className={classes.line}>
        <input
          id={id}
          className={classes.input}
          type={props.type ?? 'text'}
          inputMode={props.digits ? 'numeric' : undefined}
          value={props.value}
          maxLength={props.maxLength}
          autoComplete={props.autoComplete ?? 'off'}
          disabled={props.disabled}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
        {props.aside}
      </div>
      {below && (
        <p id={`${id}-below`} className={classes.below} role={props.error ? 'alert' : undefined}>
          {below}
        </p>
      )}
    </div>
  );
}
