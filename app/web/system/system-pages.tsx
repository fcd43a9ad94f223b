import type { ReactNode } from 'react';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import styles from './system.module.css';

/** Drawn without any component library: they appear exactly when something could not be loaded. */
export function SystemPage(props: { name: string; picture: ReactNode; hint?: string; children: ReactNode }) {
  const t = useText();
  return (
    <section className={styles.system} data-system-page={props.name}>
      <svg viewBox="0 0 120 80" width="150" height="100" aria-hidden="true" className={styles.picture}>
        {props.picture}
      </svg>
      <h1>{t(`app:${props.name}.title`)}</h1>
      <p>{props.hint ?? t(`app:${props.name}.hint`)}</p>
      {props.children}
    </section>
  );
}

export const arch = <path d="M30 66V42a30 30 0 0 1 60 0v24M18 70h84" className={styles.line} />;

export function HomeLink() {
  const t = useText();
  const user = useSession();
  return (
    <AppLink to={user ? '/home' : '/login'} className={styles.button}>
      {t(user ? 'app:goHome' : 'app:goLogin')}
    </AppLink>
  );
}

function RetryButton({ retry }: { retry: () => void }) {
  const t = useText();
  return (
    <button type="button" className={styles.button} onClick={retry}>
      {t('kit:action.retry')}
    </button>
  );
}

const brokenPicture = (
  <>
    {arch}
    <path d="M51 50a9 9 0 1 1 18 0" className={styles.trace} />
    <path d="M51 56a9 9 0 0 0 18 0" className={styles.trace} />
  </>
);

export function FailedPage({ retry }: { retry: () => void }) {
  return (
    <SystemPage name="failed" picture={brokenPicture}>
      <RetryButton retry={retry} />
    </SystemPage>
  );
}

export function BrokenPage({ retry }: { retry: () => void }) {
  return (
    <SystemPage name="broken" picture={brokenPicture}>
      <RetryButton retry={retry} />
      <HomeLink />
    </SystemPage>
  );
}
