import type { DeviceType } from '#kit/protocol/types/names.ts';
import { packagesContract } from '../contract.ts';

/** Machines that coins are bought at or played with. */
const packageDeviceTypes: readonly DeviceType[] = ['claw', 'lottery', 'exchange'];

const links: PageSlots['machineLinks'] = [
  {
    rank: 30,
    path: '/deviceParametertc',
    label: 'settings:link.packages',
    icon: 'package',
    needs: packagesContract.listDevicePackages,
    fits: (type) => packageDeviceTypes.includes(type),
  },
];

export default links;
