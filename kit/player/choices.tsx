import { type ReactNode, useId } from 'react';
import classes from './choices.module.css';

export interface ChoiceEntry {
  key: string;
  title: ReactNode;
  /** below it */
  note?: ReactNode;
  /** how much, at the end */
  value?: ReactNode;
  disabled?: boolean;
}

/** One of several, each as wide as the thumb likes it. */
export function Choices(props: {
  label: string;
  chosen: string | undefined;
  onChoose: (key: string) => void;
  entries: readonly ChoiceEntry[];
}) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{props.label}</legend>
      {props.entries.map(({ key, title, note, value, disabled }) => (
        <label key={key} className={classes.choice} data-disabled={disabled || undefined}>
          <input
            type="radio"
            name={name}
            value={key}
            checked={props.chosen === key}
            disabled={disabled}
            onChange={() => props.onChoose(key)}
          />
          <span className={classes.words}>
            <span className={classes.title}>{title}</span>
            {note && <span className={classes.note}>{note}</span>}
          </span>
          {value && <span className={classes.value}>{value}</span>}
        </label>
      ))}
    </fieldset>
  );
}
