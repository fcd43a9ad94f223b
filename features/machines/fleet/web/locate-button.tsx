import { Button } from '@mantine/core';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';

/** The machine blinks and beeps, so that one knows which of the row it is. */
export function LocateButton({ device }: { device: DeviceRecord }) {
  const t = useText();
  const mayOperate = useCan(fleetContract.locateDevice);
  const locate = useAct(fleetContract.locateDevice, { success: 'fleet:scan.located' });
  if (!mayOperate || !device.online || !device.controlled) return null;
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<Icon name="bell" />}
      loading={locate.isPending}
      onClick={() => locate.mutate({ equipmentId: device.equipmentId })}
    >
      {t('devices:command.locate')}
    </Button>
  );
}
