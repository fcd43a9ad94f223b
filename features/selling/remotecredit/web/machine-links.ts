import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { remotecreditContract } from '../contract.ts';

const links: PageSlots['machineLinks'] = [
  {
    rank: 10,
    path: '/ycsf',
    label: 'settings:link.remoteCredit',
    icon: 'coins',
    needs: remotecreditContract.creditDevice,
    fits: (type) => Object.hasOwn(definitionOf(type).commands, 'credit'),
  },
];

export default links;
