import { Group, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';
import { DeviceBoard } from './device-board.tsx';
import styles from './devices.module.css';
import { NoDevices } from './no-devices.tsx';
import { useDeviceHome } from './use-device-home.ts';

/** /home: the machines themselves. */
export default function HomeDevices() {
  const t = useText();
  const maySee = useCan(fleetContract.listDevices);
  const to = useDeviceHome();
  if (!maySee) return null;
  return (
    <section>
      <DeviceBoard
        title={
          <Group justify="space-between">
            <Title order={2} size="h4">
              {t('fleet:list.title')}
            </Title>
            <Link to="/equipmentList" className={styles.more}>
              {t('fleet:list.manage')}
            </Link>
          </Group>
        }
        to={to}
        empty={<NoDevices />}
      />
    </section>
  );
}
