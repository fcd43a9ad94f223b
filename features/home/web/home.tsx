import { Group, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { Slot } from '#kit/ui/slot.tsx';
import { dayPart } from './day-part.ts';
import { GettingStarted } from './getting-started.tsx';
import styles from './home.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { SitesCard } from './sites-card.tsx';
import { WaitingWork } from './waiting-work.tsx';

function Greeting() {
  const t = useText();
  const user = useSession();
  if (!user) return null;
  const place = [user.tenantName, user.roleName].filter(Boolean).join(' · ');
  return (
    <div>
      <Title order={2} size="h2">
        {t(`home:greeting.${dayPart(new Date().getHours())}`, { name: user.name })}
      </Title>
      {place && (
        <Text c="dimmed" size="sm">
          {place}
        </Text>
      )}
    </div>
  );
}

export default function HomePage() {
  const user = useSession();
  // On the desk the site switcher stands in the top bar already.
  const desk = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  return (
    <Stack gap="lg" className={styles.home}>
      <Group justify="space-between" align="center" gap="sm">
        <Greeting />
        {!desk && <Slot name="topBarSite" />}
      </Group>
      <Slot name="homeFigures" />
      <div className={styles.columns}>
        <Stack gap="lg" miw={0}>
          {user?.realm === 'platform' && <WaitingWork />}
          <GettingStarted />
          <Shortcuts />
          <Slot name="homeDevices" />
        </Stack>
        <Stack gap="lg" miw={0}>
          {user?.realm === 'merchant' && <SitesCard />}
          <Slot name="homeNews" />
        </Stack>
      </div>
    </Stack>
  );
}
