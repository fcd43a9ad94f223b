import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { DeviceRecord } from '../contract.ts';
import { DeviceName, DeviceState, FaultLine, Signal, TypeIcon } from './device-parts.tsx';
import styles from './devices.module.css';

interface DeviceCardProps {
  device: DeviceRecord;
  to: string;
  /** where all cards are of one site its name says nothing */
  hideSite?: boolean;
}

export function DeviceCard({ device, to, hideSite = false }: DeviceCardProps) {
  const { state } = device;
  const lines = [hideSite ? undefined : device.fieldName, device.remark].filter(Boolean);
  return (
    <Link to={to} className={styles.card} data-state={state}>
      <div className={styles.cardHead}>
        <TypeIcon type={device.type} dim={state === 'offline' || state === 'uncontrolled'} />
        <div className={styles.cardTitle}>
          <Text fw={600} lineClamp={2}>
            <DeviceName device={device} />
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {device.equipmentName ? `${device.typeName} · ${device.code}` : device.code}
          </Text>
        </div>
      </div>
      {lines.length > 0 && (
        <Text size="sm" c="dimmed" truncate>
          {lines.join(' · ')}
        </Text>
      )}
      {state === 'fault' && <FaultLine faultNames={device.faultNames} />}
      <div className={styles.cardFoot}>
        <DeviceState device={device} />
        <Signal device={device} />
      </div>
    </Link>
  );
}
