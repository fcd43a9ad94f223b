import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type DeviceRecord, devicesContract } from '../contract.ts';
import { DeviceBoard } from './device-board.tsx';
import { NoDevices } from './no-devices.tsx';
import { useDeviceLive } from './use-device-live.ts';

/** The page about one device; opened without one, it lets the person choose. */
export function WithDevice({ children }: { children: (device: DeviceRecord) => ReactNode }) {
  const t = useText();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId');
  if (equipmentId) return <LoadedDevice equipmentId={equipmentId}>{children}</LoadedDevice>;
  return (
    <DeviceBoard
      title={<Text c="dimmed">{t('devices:list.choose')}</Text>}
      to={(device) => `${pathname}?equipmentId=${device.equipmentId}`}
      empty={<NoDevices />}
    />
  );
}

function LoadedDevice({
  equipmentId,
  children,
}: {
  equipmentId: string;
  children: (device: DeviceRecord) => ReactNode;
}) {
  const { data, error, refetch } = useCall(devicesContract.readDevice, { equipmentId });
  useDeviceLive(devicesContract.readDevice);
  if (data) return children(data);
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
}
