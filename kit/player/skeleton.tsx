import { useText } from '#kit/ui/i18n.ts';
import classes from './skeleton.module.css';

/** The shape of what is on its way; people who can not see it are told that it loads. */
export function Skeleton({
  shape = 'card',
  count = 1,
}: {
  shape?: 'card' | 'row' | 'picture';
  count?: number;
}) {
  const t = useText();
  return (
    <div className={classes.group} role="status" aria-label={t('kit:state.loading')}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={place} className={classes.shape} data-shape={shape} />
      ))}
    </div>
  );
}
