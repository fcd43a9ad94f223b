import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from './i18n.ts';
import { Icon } from './icons.tsx';
import classes from './pull-to-refresh.module.css';
import { usePull } from './use-pull.ts';

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
    <div {...touch}>
      <div className={classes.indicator} style={{ height: roomPx }} data-active={pulled || busy || undefined}>
        {busy ? (
          <Loader size="sm" role="status" aria-label={t('kit:ui.refreshing')} />
        ) : (
          pulled && (
            <span data-enough={enough || undefined} className={classes.arrow}>
              <Icon name="arrow-down" />
            </span>
          )
        )}
      </div>
      {children}
    </div>
  );
}
