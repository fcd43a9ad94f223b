/** Where a device leads: to its settings, or to what people wrote about it when there is nothing to steer. */
export const deviceHome = (device: { equipmentId: string; controlled: boolean }): string =>
  device.controlled
    ? `/machineSetting?equipmentId=${device.equipmentId}`
    : `/edit_equip?equipmentId=${device.equipmentId}`;
