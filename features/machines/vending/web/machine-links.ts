import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { vendingContract } from '../contract.ts';

/** Machines whose lanes hold products; a glass cabinet holds gifts. */
const stockedTypes: readonly DeviceType[] = ['vending', 'lipstick'];
const isStocked = (type: DeviceType) => stockedTypes.includes(type);
const hasLanes = (type: DeviceType) =>
  ['lanes', 'prizeLanes'].some((group) => Object.hasOwn(definitionOf(type).groups, group));

const links: PageSlots['machineLinks'] = [
  {
    rank: 40,
    path: '/setGoods',
    label: 'settings:link.goods',
    icon: 'shopping-cart',
    needs: vendingContract.updateLanes,
    fits: isStocked,
  },
  {
    rank: 50,
    path: '/replenishment',
    label: 'settings:link.fill',
    icon: 'truck',
    needs: vendingContract.fillLanes,
    fits: isStocked,
  },
  {
    rank: 60,
    path: '/channelConfiguration',
    label: 'settings:link.lanes',
    icon: 'layout-grid',
    needs: vendingContract.saveLayout,
    fits: hasLanes,
  },
  {
    rank: 70,
    path: '/vend_test',
    label: 'settings:link.laneTest',
    icon: 'tool',
    needs: vendingContract.testLane,
    fits: hasLanes,
  },
];

export default links;
