import classes from './handover.module.css';

export interface Chip<K> {
  key: K;
  name: string;
  disabled?: boolean;
}

/** One of a few short words, beside each other. */
export function Chips<K extends string | undefined>(props: {
  label: string;
  /** the label is read by everybody, not only told to those who can not see */
  shown?: boolean;
  chips: readonly Chip<K>[];
  chosen: K;
  onChoose: (key: K) => void;
}) {
  const { label } = props;
  return (
    <fieldset className={classes.chips} aria-label={label}>
      {props.shown && <legend className={classes.legend}>{label}</legend>}
      {props.chips.map(({ key, name, disabled }) => (
        <button
          key={key ?? ''}
          type="button"
          className={classes.chip}
          disabled={disabled}
          aria-pressed={key === props.chosen}
          onClick={() => props.onChoose(key)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
