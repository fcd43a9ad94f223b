import type { ReactNode } from 'react';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { useStore } from '#kit/ui/store.ts';
import type { KnownScreen } from '../screens.ts';
import styles from './system.module.css';

/** Drawn without any component library: they appear exactly when something could not be loaded. */
function SystemPage(props: { name: string; picture: ReactNode; hint?: string; children: ReactNode }) {
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

const arch = <path d="M30 66V42a30 30 0 0 1 60 0v24M18 70h84" className={styles.line} />;

function HomeLink() {
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

export function NotFoundPage({ near, forPlayers }: { near: readonly KnownScreen[]; forPlayers: boolean }) {
  const t = useText();
  return (
    <SystemPage
      name="notFound"
      picture={
        <>
          {arch}
          <circle cx="98" cy="20" r="9" className={styles.coin} />
          <path d="M92 34q-6 8-14 10" className={styles.trace} />
        </>
      }
    >
      {near.length > 0 && (
        <nav aria-label={t('app:notFound.near')}>
          <p className={styles.label}>{t('app:notFound.near')}</p>
          <ul className={styles.near}>
            {near.map((screen) => (
              <li key={screen.path}>
                <AppLink to={screen.path}>{t(`${screen.feature}:screen.${screen.title}`)}</AppLink>
                <code>{screen.path}</code>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {/* the staff's log-in is no way on for a player */}
      {!forPlayers && <HomeLink />}
    </SystemPage>
  );
}

export function ForbiddenPage() {
  const t = useText();
  const name = useSession()?.administrator;
  return (
    <SystemPage
      name="forbidden"
      hint={name && t('app:forbidden.ask', { name })}
      picture={
        <>
          {arch}
          <rect x="47" y="42" width="26" height="20" rx="4" className={styles.coin} />
          <path d="M52 42v-6a8 8 0 0 1 16 0v6" className={styles.line} />
        </>
      }
    >
      <HomeLink />
    </SystemPage>
  );
}

/** Who plays is told by the app in which the page opens; in an ordinary browser there is nobody to ask. */
export function PlayerLoginPage({ wanted }: { wanted: string }) {
  const t = useText();
  const { demo } = useStore(appConfigStore);
  return (
    <SystemPage
      name="playerLogin"
      picture={
        <>
          {arch}
          <circle cx="60" cy="38" r="8" className={styles.coin} />
          <path d="M46 62a14 14 0 0 1 28 0" className={styles.trace} />
        </>
      }
    >
      {demo && (
        <AppLink to={`/demo_player?to=${encodeURIComponent(wanted)}`} className={styles.button}>
          {t('app:playerLogin.demo')}
        </AppLink>
      )}
    </SystemPage>
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
