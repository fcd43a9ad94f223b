import { Button } from '@mantine/core';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type DeviceRecord, devicesContract } from '../contract.ts';

/** The machine blinks and beeps, so that one knows which of the row it is. */
export function LocateButton({ device }: { device: DeviceRecord }) {
  const t = useText();
  const mayOperate = useCan(devicesContract.locateDevice);
  const locate = useAct(devicesContract.locateDevice, { success: 'devices:scan.located' });
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
