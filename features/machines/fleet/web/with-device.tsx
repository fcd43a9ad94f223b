import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { fleetContract } from '../contract.ts';
import { DeviceBoard } from './device-board.tsx';
import { NoDevices } from './no-devices.tsx';

/** The page about one device; opened without one, it lets the person choose. */
export function WithDevice({ children }: { children: (device: DeviceRecord) => ReactNode }) {
  const t = useText();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId');
  if (equipmentId) return <Loaded call={[fleetContract.readDevice, { equipmentId }]}>{children}</Loaded>;
  return (
    <DeviceBoard
      title={<Text c="dimmed">{t('fleet:list.choose')}</Text>}
      to={(device) => `${pathname}?equipmentId=${device.equipmentId}`}
      empty={<NoDevices />}
    />
  );
}
