import type { Translate } from '#kit/ui/i18n.ts';

/** What staff call a machine: its name, or its kind and the number on it. */
export const deviceName = (
  t: Translate,
  device: { type: string; equipmentName: string | null; equipmentNo: number },
) =>
  device.equipmentName ??
  t('settings:device.unnamed', { type: t(`devices:type.${device.type}`), number: device.equipmentNo });
