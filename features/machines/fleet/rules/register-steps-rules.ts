import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';

export interface NewDevice {
  equipmentId: string;
  type: DeviceType;
  controlled: boolean;
  online: boolean;
}

interface Step {
  to: (device: NewDevice) => string;
  /** machines that can be steered only */
  controlled?: true;
  types?: readonly DeviceType[];
  fits?: (device: NewDevice) => boolean;
}

const byQuery =
  (path: string) =>
  ({ equipmentId }: NewDevice): string =>
    `${path}?equipmentId=${equipmentId}`;

/** What usually comes after a machine was registered, in this order, and for which machines. */
const steps = {
  network: { to: () => '/distribution_network', controlled: true, fits: ({ online }) => !online },
  settings: { to: byQuery('/machineSetting'), controlled: true },
  hoppers: { to: byQuery('/currencyMachineSetting'), controlled: true, types: ['exchange'] },
  lanes: {
    to: byQuery('/channelConfiguration'),
    controlled: true,
    types: ['vending', 'lipstick', 'cabinet'],
  },
  goods: { to: byQuery('/setGoods'), controlled: true, types: ['vending', 'lipstick'] },
  fill: { to: byQuery('/replenishment'), controlled: true, types: ['vending', 'lipstick'] },
  gifts: { to: byQuery('/giftset'), types: ['claw', 'cabinet'] },
  label: { to: ({ equipmentId }) => `/device_labels?ids=${equipmentId}` },
  description: { to: byQuery('/equipmentDescription') },
} as const satisfies Record<string, Step>;

export type StepKey = keyof typeof steps;

export function stepsFor(device: NewDevice): { key: StepKey; to: string }[] {
  return (Object.entries(steps) as [StepKey, Step][])
    .filter(
      ([, { controlled, types = deviceTypes, fits = () => true }]) =>
        (!controlled || device.controlled) && types.includes(device.type) && fits(device),
    )
    .map(([key, { to }]) => ({ key, to: to(device) }));
}
