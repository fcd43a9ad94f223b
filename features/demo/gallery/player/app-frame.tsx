import { Page, TabBar } from '#kit/player/page.tsx';
import { Outlet, usePlace } from '#kit/player/place.tsx';
import { house, person } from '#kit/player/tab-icons.tsx';
import { useText } from '#kit/ui/i18n.ts';
import AppHome from './app-home.tsx';

const framePath = '/_kit/player/app';

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
