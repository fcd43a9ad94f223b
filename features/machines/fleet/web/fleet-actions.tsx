import fleetActions from 'virtual:slots/fleetActions';
import { Text } from '@mantine/core';
import { siteSource } from '#features/base/sites/web/public.ts';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { type FormAction, formAction } from '#kit/pages/form-action.ts';
import { useText } from '#kit/ui/i18n.ts';
import { fleetContract } from '../contract.ts';
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
  label: 'fleet:move.site',
  kind: 'reference',
  source: siteSource(),
} as const;

/** One device may keep its number or get another … */
const moveOne = formAction({
  endpoint: fleetContract.moveDevice,
  texts: 'devices',
  title: (device: DeviceRecord, t) => deviceName(t, device),
  initial: ({ equipmentId, equipmentNo }) => ({ equipmentId, number: equipmentNo }),
  fields: [newSite, { name: 'number', hint: 'fleet:move.numberHint' }],
  submitLabel: 'fleet:move.submit',
  success: 'fleet:move.done',
});

/** … of many, those whose number is taken get the next free one. */
const moveMany = formAction({
  endpoint: fleetContract.moveDevices,
  title: 'fleet:move.title',
  initial: idsOf,
  fields: [newSite],
  above: ({ subject }) => <Explained text="fleet:move.many" devices={subject} />,
  submitLabel: 'fleet:move.submit',
  success: ({ renumbered }, t) =>
    renumbered.length > 0 ? t('fleet:move.renumbered', { count: renumbered.length }) : t('fleet:move.done'),
});

const offer = formAction({
  endpoint: fleetContract.offerDevices,
  texts: 'devices',
  title: 'fleet:transfer.title',
  initial: idsOf,
  fields: [{ name: 'account', hint: 'fleet:transfer.accountHint', autoComplete: 'off' }],
  above: ({ subject }) => <Explained text="fleet:transfer.explain" devices={subject} />,
  submitLabel: 'fleet:transfer.offer',
  success: ({ count, partnerName }, t) => t('fleet:transfer.offered', { count, name: partnerName }),
});

const printing: Action<DeviceRecord[]> = {
  label: 'fleet:labels.print',
  icon: 'qrcode',
  to: labelsOf,
  needs: fleetContract.printLabels,
};
const moving = { label: 'fleet:move.action', icon: 'map-pin' } as const;
const offering: Action<DeviceRecord[]> = {
  label: 'fleet:transfer.action',
  icon: 'arrows-exchange',
  form: offer,
  visible: (devices) => devices.every((device) => !device.offered),
};
const unbinding: Action<DeviceRecord[]> = {
  label: 'fleet:unbind.action',
  icon: 'x',
  danger: true,
  call: callOf(fleetContract.unbindDevices, idsOf),
  confirm: {
    title: 'fleet:unbind.title',
    body: 'fleet:unbind.body',
    params: (devices) => ({ count: devices.length }),
  },
  success: 'fleet:unbind.done',
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
    needs: fleetContract.updateDevice,
  },
  {
    label: 'fleet:screen.records',
    icon: 'history',
    to: (device) => `/equipRecord?equipmentId=${device.equipmentId}`,
  },
  {
    label: 'fleet:screen.description',
    icon: 'file-text',
    to: (device) => `/equipmentDescription?equipmentId=${device.equipmentId}`,
    needs: fleetContract.saveDescription,
  },
  forOne(printing),
  { ...moving, form: moveOne },
  forOne(offering),
  forOne(unbinding),
];
