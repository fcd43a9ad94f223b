import { settingsContract } from '../contract.ts';
import { batchOf } from './batch-address.ts';

/** Of several types, the page of the batch keeps those of the first. */
const actions: PageSlots['fleetActions'] = [
  {
    label: 'fleet:list.batch',
    icon: 'adjustments',
    to: batchOf,
    needs: settingsContract.startBatch,
    visible: (devices) => devices.some(({ controlled }) => controlled),
  },
];

export default actions;
