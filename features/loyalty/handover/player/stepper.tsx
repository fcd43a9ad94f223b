import { useText } from '#kit/ui/i18n.ts';
import { mostPieces } from '../contract.ts';
import classes from './handover.module.css';

/** How many: one less, one more. `free` is what the shop has. */
export function Stepper(props: {
  name: string;
  pieces: number;
  free: number;
  least: number;
  busy?: boolean;
  onChange: (pieces: number) => void;
}) {
  const { name, pieces, least, busy } = props;
  const t = useText();
  const most = Math.min(props.free, mostPieces);
  return (
    <span className={classes.stepper}>
      <button
        type="button"
        className={classes.step}
        aria-label={t('handover:stepper.less', { name })}
        disabled={busy || pieces <= least}
        onClick={() => props.onChange(Math.max(least, Math.min(pieces - 1, Math.max(most, least))))}
      >
        −
      </button>
      <output className={classes.count} aria-label={t('handover:stepper.pieces', { name })}>
        {pieces}
      </output>
      <button
        type="button"
        className={classes.step}
        aria-label={t('handover:stepper.more', { name })}
        disabled={busy || pieces >= most}
        onClick={() => props.onChange(pieces + 1)}
      >
        +
      </button>
    </span>
  );
}
