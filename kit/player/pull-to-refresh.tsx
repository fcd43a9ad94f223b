import { type ReactNode, useRef, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { isPulledEnough, pulledPx } from '#kit/ui/pull.ts';
import classes from './pull-to-refresh.module.css';

const busyPx = 44;

/** The page follows the finger and loads anew when it is let go. Pages that need it also have a button: not all can pull. */
export function PullToRefresh({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}) {
  const t = useText();
  const start = useRef<number | undefined>(undefined);
  const [fingerPx, setFingerPx] = useState(0);
  const [busy, setBusy] = useState(false);
  const rest = () => {
    start.current = undefined;
    setFingerPx(0);
  };
  const end = async () => {
    const enough = isPulledEnough(fingerPx);
    rest();
    if (!enough || busy) return;
    setBusy(true);
    try {
      await onRefresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div
      className={classes.pull}
      onTouchStart={(event) => {
        if (window.scrollY <= 0) start.current = event.touches[0]?.clientY;
      }}
      onTouchMove={(event) => {
        const touch = event.touches[0];
        if (start.current === undefined || !touch) return;
        setFingerPx(window.scrollY > 0 ? 0 : touch.clientY - start.current);
      }}
      onTouchEnd={() => void end()}
      onTouchCancel={rest}
    >
      <div className={classes.room} style={{ height: busy ? busyPx : pulledPx(fingerPx) }}>
        {busy ? (
          <span className={classes.coin} data-busy role="status" aria-label={t('kit:ui.refreshing')} />
        ) : (
          fingerPx > 0 && (
            <span className={classes.coin} data-enough={isPulledEnough(fingerPx) || undefined} />
          )
        )}
      </div>
      {children}
    </div>
  );
}
