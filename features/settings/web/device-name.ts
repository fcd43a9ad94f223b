import type { Translate } from '#kit/ui/i18n.ts';

/** What staff call a machine: its name, or its kind and the number on it. */
export const deviceName = (
  t: Translate,
  device: { type: string } & (
    | { name: string | null; number: number }
    | { equipmentName: string | null; equipmentNo: number }
  ),
) => {
  const [name, number] =
    'number' in device ? [device.name, device.number] : [device.equipmentName, device.equipmentNo];
  return name ?? t('settings:device.unnamed', { type: t(`devices:type.${device.type}`), number });
};
