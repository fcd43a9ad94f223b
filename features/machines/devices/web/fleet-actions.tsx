import fleetActions from 'virtual:slots/fleetActions';
import { Text } from '@mantine/core';
import { siteSource } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { type FormAction, formAction } from '#kit/pages/form-action.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type DeviceRecord, devicesContract } from '../contract.ts';
import { labelsOf } from './device-links.ts';
import { deviceName } from './device-parts.tsx';

const idsOf = (devices: DeviceRecord[]) => ({ ids: devices.map(({ equipmentId }) => equipmentId) });

function Explained({ text, devices }: { text: string; devices: DeviceRecord[] }) {
  const t = useText();
  return (
    <Text size="sm" c="dimmed">
      {t(text, { count: devices.length })}
    </Text>
  );
}

const newSite = {
  name: 'fieldId',
  label: 'devices:move.site',
  kind: 'reference',
  source: siteSource(),
} as const;

/** One device may keep its number or get another … */
const moveOne = formAction({
  endpoint: devicesContract.moveDevice,
  texts: 'devices',
  title: (device: DeviceRecord, t) => deviceName(t, device),
  initial: ({ equipmentId, equipmentNo }) => ({ equipmentId, number: equipmentNo }),
  fields: [newSite, { name: 'number', hint: 'devices:move.numberHint' }],
  submitLabel: 'devices:move.submit',
  success: 'devices:move.done',
});

/** … of many, those whose number is taken get the next free one. */
const moveMany = formAction({
  endpoint: devicesContract.moveDevices,
  title: 'devices:move.title',
  initial: idsOf,
  fields: [newSite],
  above: ({ subject }) => <Explained text="devices:move.many" devices={subject} />,
  submitLabel: 'devices:move.submit',
  success: ({ renumbered }, t) =>
    renumbered.length > 0
      ? t('devices:move.renumbered', { count: renumbered.length })
      : t('devices:move.done'),
});

const offer = formAction({
  endpoint: devicesContract.offerDevices,
  texts: 'devices',
  title: 'devices:transfer.title',
  initial: idsOf,
  fields: [{ name: 'account', hint: 'devices:transfer.accountHint', autoComplete: 'off' }],
  above: ({ subject }) => <Explained text="devices:transfer.explain" devices={subject} />,
  submitLabel: 'devices:transfer.offer',
  success: ({ count, partnerName }, t) => t('devices:transfer.offered', { count, name: partnerName }),
});

const printing: Action<DeviceRecord[]> = {
  label: 'devices:labels.print',
  icon: 'qrcode',
  to: labelsOf,
  needs: devicesContract.printLabels,
};
const moving = { label: 'devices:move.action', icon: 'map-pin' } as const;
const offering: Action<DeviceRecord[]> = {
  label: 'devices:transfer.action',
  icon: 'arrows-exchange',
  form: offer,
  visible: (devices) => devices.every((device) => !device.offered),
};
const unbinding: Action<DeviceRecord[]> = {
  label: 'devices:unbind.action',
  icon: 'x',
  danger: true,
  call: callOf(devicesContract.unbindDevices, idsOf),
  confirm: {
    title: 'devices:unbind.title',
    body: 'devices:unbind.body',
    params: (devices) => ({ count: devices.length }),
  },
  success: 'devices:unbind.done',
};

export const bulkActions: readonly Action<DeviceRecord[]>[] = [
  printing,
  ...fleetActions.flatMap(({ filling }) => filling),
  {
    ...moving,
    form: { ...moveOne, from: ([device]: DeviceRecord[]) => device } as unknown as FormAction<DeviceRecord[]>,
    visible: ({ length }) => length === 1,
  },
  { ...moving, form: moveMany, visible: ({ length }) => length > 1 },
  offering,
  unbinding,
];

export const rowActions: readonly Action<DeviceRecord>[] = [
  {
    label: 'kit:action.edit',
    icon: 'edit',
    to: (device) => `/edit_equip?equipmentId=${device.equipmentId}`,
    needs: devicesContract.updateDevice,
  },
  {
    label: 'devices:screen.records',
    icon: 'history',
    to: (device) => `/equipRecord?equipmentId=${device.equipmentId}`,
  },
  {
    label: 'devices:screen.description',
    icon: 'file-text',
    to: (device) => `/equipmentDescription?equipmentId=${device.equipmentId}`,
    needs: devicesContract.saveDescription,
  },
  forOne(printing),
  { ...moving, form: moveOne },
  forOne(offering),
  forOne(unbinding),
];
