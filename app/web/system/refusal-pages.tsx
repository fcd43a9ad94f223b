import { askAddress } from '#kit/player/who-plays.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { useStore } from '#kit/ui/store.ts';
import type { KnownScreen } from '../screens.ts';
import styles from './system.module.css';
import { arch, HomeLink, SystemPage } from './system-pages.tsx';

function NotFoundPage({ near, forPlayers }: { near: readonly KnownScreen[]; forPlayers: boolean }) {
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

function ForbiddenPage() {
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

/** Who plays is told by the app in which the page opens, in an ordinary browser by the phone. */
function PlayerLoginPage({ wanted }: { wanted: string }) {
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
      <AppLink to={askAddress(wanted)} className={styles.button}>
        {t('app:playerLogin.logIn')}
      </AppLink>
      {demo && (
        <AppLink to={`/demo_player?to=${encodeURIComponent(wanted)}`} className={styles.button}>
          {t('app:playerLogin.demo')}
        </AppLink>
      )}
    </SystemPage>
  );
}

export const notFound = (near: readonly KnownScreen[], forPlayers: boolean) => (
  <NotFoundPage near={near} forPlayers={forPlayers} />
);
export const forbidden = () => <ForbiddenPage />;
export const playerLogin = (wanted: string) => <PlayerLoginPage wanted={wanted} />;
