import { Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { devicesContract } from '../contract.ts';
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
export function Registered({ equipmentId, another }: { equipmentId: string; another: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(devicesContract.readDevice, { equipmentId });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton fields={3} />;
  return (
    <Stack gap="lg" className={styles.narrow}>
      <div>
        <Title order={2} size="h3">
          {t('devices:register.done')}
        </Title>
        <Text c="dimmed">{t('devices:register.doneHint')}</Text>
      </div>
      <DeviceHeader device={data} />
      <nav className={styles.steps} aria-label={t('devices:register.next')}>
        {stepsFor(data).map(({ key, to }) => (
          <Link key={key} to={to} className={styles.step}>
            <Icon name={icons[key]} size={22} />
            {t(`devices:register.step.${key}`)}
          </Link>
        ))}
        <Link to={another} className={styles.step}>
          <Icon name="plus" size={22} />
          {t('devices:register.another')}
        </Link>
      </nav>
    </Stack>
  );
}
