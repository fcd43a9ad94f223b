import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveConnected } from '#kit/ui/live.ts';
import styles from './staff.module.css';

const patienceMs = 5_000;

/** Silent while all is well; a lost connection that does not come back at once is worth a sign. */
export function LiveState() {
  const t = useText();
  const connected = useLiveConnected();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connected) return setLost(false);
    const timer = setTimeout(() => setLost(true), patienceMs);
    return () => clearTimeout(timer);
  }, [connected]);
  if (!lost) return null;
  return (
    <Tooltip label={t('app:shell.offline')}>
      <span className={styles.offline} role="status" aria-label={t('app:shell.offline')}>
        <Icon name="cloud-off" size={18} />
      </span>
    </Tooltip>
  );
}
