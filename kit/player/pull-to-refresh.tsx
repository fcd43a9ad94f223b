import type { ReactNode } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { usePull } from '#kit/ui/use-pull.ts';
import classes from './pull-to-refresh.module.css';

/** Pages that need it also have a button: not all can pull. */
export function PullToRefresh({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}) {
  const t = useText();
  const { touch, busy, pulled, enough, roomPx } = usePull(onRefresh);
  return (
    <div className={classes.pull} {...touch}>
      <div className={classes.room} style={{ height: roomPx }}>
        {busy ? (
          <span className={classes.coin} data-busy role="status" aria-label={t('kit:ui.refreshing')} />
        ) : (
          pulled && <span className={classes.coin} data-enough={enough || undefined} />
        )}
      </div>
      {children}
    </div>
  );
}
