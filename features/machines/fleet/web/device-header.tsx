import { Group, Text, Title } from '@mantine/core';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { DeviceName, DeviceState, moodOf, Signal } from './device-parts.tsx';
import styles from './devices.module.css';

/** Which device a page is about, and how it is doing. */
export function DeviceHeader({ device }: { device: DeviceRecord }) {
  return (
    <section className={styles.panel}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <MachineDrawing type={device.type} mood={moodOf(device.state)} size={52} />
          <div className={styles.cardTitle}>
            <Title order={2} size="h4">
              <DeviceName device={device} />
            </Title>
            <Text size="sm" c="dimmed" truncate>
              {[device.typeName, device.code, device.fieldName].join(' · ')}
            </Text>
          </div>
        </Group>
        <div className={styles.aside}>
          <Signal device={device} />
          <DeviceState device={device} />
        </div>
      </Group>
    </section>
  );
}
