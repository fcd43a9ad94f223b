import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import { ChooseRow } from '#kit/pages/choose-row.tsx';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { deviceName } from './device-name.ts';

interface ChooseDeviceProps {
  types: readonly DeviceType[];
  /** the device that looks for another one */
  exceptId?: string;
  onChoose: (device: DeviceRecord) => void;
}

/** Machines that fit, those of the current site unless none is chosen. */
export function ChooseDevice({ types, exceptId, onChoose }: ChooseDeviceProps) {
  const t = useText();
  const site = useCurrentSite();
  return (
    <ChooseRow
      endpoint={fleetContract.listDevices}
      input={(keyword) => ({ types: [...types], fieldId: site?.id, keyword })}
      search={t('settings:choose.search')}
      keyOf={({ equipmentId }) => equipmentId}
      fits={({ controlled, equipmentId }) => controlled && equipmentId !== exceptId}
      lines={(device) => [
        deviceName(t, device),
        t('settings:device.place', {
          number: device.equipmentNo,
          code: device.code,
          site: device.fieldName ?? '',
        }),
      ]}
      end={(device) => <DeviceState device={device} />}
      none={<NothingToChoose types={types} />}
      noMatchHint={t('settings:choose.noMatchHint')}
      onChoose={onChoose}
    />
  );
}

function NothingToChoose({ types }: { types: readonly DeviceType[] }) {
  const t = useText();
  const names = types.map((type) => t(`devices:type.${type}`)).join(t('settings:value.separator'));
  return (
    <EmptyState
      title={t('settings:choose.none', { types: names })}
      hint={t('settings:choose.noneHint')}
      action={
        <Button component={Link} to="/register_equip" variant="light">
          {t('settings:choose.register')}
        </Button>
      }
    />
  );
}
