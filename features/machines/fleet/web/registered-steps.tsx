import { Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { fleetContract } from '../contract.ts';
import { type StepKey, stepsFor } from '../rules/register-steps-rules.ts';
import { DeviceHeader } from './device-header.tsx';
import styles from './devices.module.css';

const icons: Record<StepKey, IconName> = {
  network: 'wifi',
  settings: 'settings',
  hoppers: 'coins',
  lanes: 'layout-grid',
  goods: 'shopping-cart',
  fill: 'truck',
  gifts: 'gift',
  label: 'qrcode',
  description: 'file-text',
};

/** It is there: what usually comes next, and the way to the next machine. */
export const Registered = ({ equipmentId, another }: { equipmentId: string; another: string }) => (
  <Loaded call={[fleetContract.readDevice, { equipmentId }]}>
    {(device) => <NextSteps device={device} another={another} />}
  </Loaded>
);

function NextSteps({
  device,
  another,
}: {
  device: OutputOf<typeof fleetContract.readDevice>;
  another: string;
}) {
  const t = useText();
  return (
    <Stack gap="lg" className={styles.narrow}>
      <div>
        <Title order={2} size="h3">
          {t('fleet:register.done')}
        </Title>
        <Text c="dimmed">{t('fleet:register.doneHint')}</Text>
      </div>
      <DeviceHeader device={device} />
      <nav className={styles.steps} aria-label={t('fleet:register.next')}>
        {stepsFor(device).map(({ key, to }) => (
          <Link key={key} to={to} className={styles.step}>
            <Icon name={icons[key]} size={22} />
            {t(`fleet:register.step.${key}`)}
          </Link>
        ))}
        <Link to={another} className={styles.step}>
          <Icon name="plus" size={22} />
          {t('fleet:register.another')}
        </Link>
      </nav>
    </Stack>
  );
}
