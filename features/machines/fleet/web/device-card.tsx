import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { Bars, barsOf } from '#kit/drawings/bars.tsx';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { DeviceName, DeviceState, FaultLine, moodOf, Signal } from './device-parts.tsx';
import styles from './devices.module.css';

interface DeviceCardProps {
  device: DeviceRecord;
  to: string;
  /** where all cards are of one site its name says nothing */
  hideSite?: boolean;
  /** how much it was used in the last hours, as soon as that is known */
  uses: readonly number[] | undefined;
}

export function DeviceCard({ device, to, hideSite = false, uses }: DeviceCardProps) {
  const t = useText();
  const { state } = device;
  const lines = [hideSite ? undefined : device.fieldName, device.remark].filter(Boolean);
  return (
    <Link to={to} className={styles.card} data-state={state}>
      <div className={styles.cardHead}>
        <MachineDrawing type={device.type} mood={moodOf(state)} />
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
      {device.controlled && (
        <div className={styles.uses}>
          {uses && (
            <Bars
              bars={barsOf(uses)}
              height={28}
              label={t('fleet:list.uses', { count: uses.reduce((sum, hour) => sum + hour, 0) })}
            />
          )}
        </div>
      )}
      <div className={styles.cardFoot}>
        <DeviceState device={device} />
        <Signal device={device} />
      </div>
    </Link>
  );
}
