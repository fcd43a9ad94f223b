import '#kit/ui/all-styles.ts';
import slotModules from 'virtual:slots';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { sessionChanged } from '#features/base/accounts/contract/events.ts';
import { onLanguage } from '#kit/ui/i18n.ts';
import { startLive, useLive } from '#kit/ui/live.ts';
import { provideMayOpen } from '#kit/ui/may-open.ts';
import { ensureMenu, loadMenu, refreshSessionInfo } from '#kit/ui/menu.ts';
import { useSession } from '#kit/ui/session.ts';
import { Slot } from '#kit/ui/slot.tsx';
import { slotModulesStore } from '#kit/ui/slots.ts';
import { MantineRoot } from '../mantine-root.tsx';
import { mayOpenPath } from '../screen-access.ts';
import type { KnownScreen } from '../screens.ts';
import { DeskLayout } from './desk-layout.tsx';
import { PhoneLayout } from './phone-layout.tsx';
import { focusPageSearch, shellCommand } from './shell-keys.ts';
import { useHotkey } from './use-hotkey.ts';

export { Frame } from '../routed.tsx';

/** What most visits never open does not belong to the first load. */
const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** Comes with the first wish and stays, so that a dialog can close as it opened. */
function Later({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [once, setOnce] = useState(wanted);
  useEffect(() => {
    if (wanted) setOnce(true);
  }, [wanted]);
  return once && <Suspense fallback={null}>{children}</Suspense>;
}

slotModulesStore.set(slotModules);
provideMayOpen(mayOpenPath);

const deskQuery = '(min-width: 64em)';

/** What runs as long as someone is logged in: the menu, the live connection, and slots of the features. */
function useStaffServices(): void {
  const userId = useSession()?.id;
  useEffect(() => {
    if (!userId) return;
    void ensureMenu();
    // Menu names come in the reader's language from the server.
    const stopFollowing = onLanguage(() => void loadMenu());
    const stopLive = startLive();
    return () => {
      stopFollowing();
      stopLive();
    };
  }, [userId]);
  useLive(sessionChanged, () => void refreshSessionInfo().catch(() => {}));
}

export default function StaffShell(props: { screen: KnownScreen | undefined; children: ReactNode }) {
  const desk = useMediaQuery(deskQuery, false, { getInitialValueInEffect: false });
  const [searching, setSearching] = useState(false);
  const [listingKeys, setListingKeys] = useState(false);
  useStaffServices();
  useHotkey((event) => {
    const command = shellCommand(event);
    if (command === 'keys') setListingKeys(true);
    if (command === 'everywhere' || (command === 'search' && !focusPageSearch())) setSearching(true);
    return command !== undefined;
  });
  const Layout = desk ? DeskLayout : PhoneLayout;
  return (
    <MantineRoot>
      <Layout screen={props.screen} onSearch={() => setSearching(true)} onKeys={() => setListingKeys(true)}>
        {props.children}
      </Layout>
      <Slot name="background" />
      <Later wanted={searching}>
        <CommandPalette opened={searching} onClose={() => setSearching(false)} />
      </Later>
      <Later wanted={listingKeys}>
        <KeysDialog opened={listingKeys} onClose={() => setListingKeys(false)} />
      </Later>
    </MantineRoot>
  );
}
