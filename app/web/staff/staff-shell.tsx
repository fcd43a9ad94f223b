import '#kit/ui/all-styles.ts';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { sessionChanged } from '#features/accounts/contract/events.ts';
import { onLanguage } from '#kit/ui/i18n.ts';
import { startLive, useLive } from '#kit/ui/live.ts';
import { ensureMenu, loadMenu, refreshSessionInfo } from '#kit/ui/menu.ts';
import { useSession } from '#kit/ui/session.ts';
import { Slot } from '#kit/ui/slot.tsx';
import { slotModulesStore } from '#kit/ui/slots.ts';
import { MantineRoot } from '../mantine-root.tsx';
import { type KnownScreen, loadSlots } from '../screens.ts';
import { CommandPalette } from './command-palette.tsx';
import { DeskLayout } from './desk-layout.tsx';
import { PhoneLayout } from './phone-layout.tsx';
import { useHotkey } from './use-hotkey.ts';

export { Frame } from '../routed.tsx';

const deskQuery = '(min-width: 64em)';

/** What runs as long as someone is logged in: the menu, the live connection, and slots of the features. */
function useStaffServices(): void {
  const userId = useSession()?.id;
  useEffect(() => {
    void loadSlots().then(
      (modules) => slotModulesStore.set(modules),
      () => {},
    );
  }, []);
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
  useStaffServices();
  useHotkey((event) => {
    const wanted = event.key === '/' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k');
    if (wanted) setSearching(true);
    return wanted;
  });
  const Layout = desk ? DeskLayout : PhoneLayout;
  return (
    <MantineRoot>
      <Layout screen={props.screen} onSearch={() => setSearching(true)}>
        {props.children}
      </Layout>
      <Slot name="background" />
      <CommandPalette opened={searching} onClose={() => setSearching(false)} />
    </MantineRoot>
  );
}
