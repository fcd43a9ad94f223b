import { Loader } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from './i18n.ts';
import { Icon } from './icons.tsx';
import { isPulledEnough, pulledPx } from './pull.ts';
import classes from './pull-to-refresh.module.css';

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
  const end = async () => {
    start.current = undefined;
    const enough = isPulledEnough(fingerPx);
    setFingerPx(0);
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
      onTouchStart={(event) => {
        if (window.scrollY <= 0) start.current = event.touches[0]?.clientY;
      }}
      onTouchMove={(event) => {
        const touch = event.touches[0];
        if (start.current === undefined || !touch) return;
        setFingerPx(window.scrollY > 0 ? 0 : touch.clientY - start.current);
      }}
      onTouchEnd={() => void end()}
      onTouchCancel={() => {
        start.current = undefined;
        setFingerPx(0);
      }}
    >
      <div
        className={classes.indicator}
        style={{ height: busy ? 44 : pulledPx(fingerPx) }}
        data-active={fingerPx > 0 || busy || undefined}
      >
        {busy ? (
          <Loader size="sm" role="status" aria-label={t('kit:ui.refreshing')} />
        ) : (
          fingerPx > 0 && (
            <span data-enough={isPulledEnough(fingerPx) || undefined} className={classes.arrow}>
              <Icon name="arrow-down" />
            </span>
          )
        )}
      </div>
      {children}
    </div>
  );
}
