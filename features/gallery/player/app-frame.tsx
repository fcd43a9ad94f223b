import { Page, TabBar } from '#kit/player/page.tsx';
import { Outlet, usePlace } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import AppHome from './app-home.tsx';

const framePath = '/_kit/player/app';

const house = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z" />
  </svg>
);
const person = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0" />
  </svg>
);

/** A screen around others: the tab bar stays while one goes between them. */
export default function AppFrame() {
  const t = useText();
  const { pathname } = usePlace();
  return (
    <Page
      foot={
        <TabBar
          label={t('gallery:screen.playerApp')}
          entries={[
            { to: `${framePath}/home`, label: t('gallery:screen.playerAppHome'), icon: house },
            { to: `${framePath}/me`, label: t('gallery:screen.playerAppMe'), icon: person },
          ]}
        />
      }
    >
      {pathname === framePath ? <AppHome /> : <Outlet />}
    </Page>
  );
}
