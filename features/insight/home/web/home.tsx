import { Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { giveUpWithoutMenu, useMenu } from '#kit/ui/menu.ts';
import { useSession } from '#kit/ui/session.ts';
import { Slot, useSlotsLoaded } from '#kit/ui/slot.tsx';
import { dayPart } from './day-part.ts';
import { GettingStarted } from './getting-started.tsx';
import styles from './home.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { SitesCard } from './sites-card.tsx';
import { useStartPlace } from './start-place.ts';
import { WaitingWork } from './waiting-work.tsx';

/** Whose day it is, what it brought so far, and how the machines are. */
function Band() {
  const t = useText();
  const user = useSession();
  // On the desk the site switcher stands in the top bar already.
  const desk = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  if (!user) return null;
  const place = [user.tenantName, user.roleName].filter(Boolean).join(' · ');
  return (
    <section className={styles.band} data-realm={user.realm}>
      <div className={styles.bandHead}>
        <div>
          <h2 className={styles.greeting}>
            {t(`home:greeting.${dayPart(new Date().getHours())}`, { name: user.name })}
          </h2>
          <p className={styles.place}>{place}</p>
        </div>
        {!desk && <Slot name="topBarSite" />}
      </div>
      <div className={styles.bandBody}>
        <Slot name="homeBand" />
      </div>
    </section>
  );
}

export default function HomePage() {
  const user = useSession();
  const { status } = useMenu();
  // what lies further down comes when everything above has its place: nothing jumps
  const above = useSlotsLoaded('homeBand', 'homeAttention', 'homeFigures');
  useEffect(() => {
    if (status === 'failed') giveUpWithoutMenu();
  }, [status]);
  return (
    <Stack gap="lg" className={styles.home}>
      <Band />
      {above && <Rest realm={user?.realm} />}
    </Stack>
  );
}

/** What lies below the band. */
function Rest({ realm }: { realm: string | undefined }) {
  const { settled, onKnown } = useStartPlace();
  return (
    <>
      <Slot name="homeAttention" />
      <Shortcuts />
      {realm === 'platform' && <WaitingWork />}
      <GettingStarted onKnown={onKnown} />
      {settled && (
        <>
          <Slot name="homeFigures" />
          {realm === 'merchant' ? (
            <div className={styles.columns}>
              <Stack gap="lg" miw={0}>
                <Slot name="homeDevices" />
              </Stack>
              <Stack gap="lg" miw={0}>
                <SitesCard />
                <Slot name="homeNews" />
              </Stack>
            </div>
          ) : (
            // agents and the platform have no machines beside which news would stand
            <div className={styles.news}>
              <Slot name="homeNews" />
            </div>
          )}
        </>
      )}
    </>
  );
}
