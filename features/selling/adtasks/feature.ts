import { defineFeature } from '#kit/contract/feature.ts';
import { adtasksContract } from './contract.ts';
import screens from './screens.ts';

export const adtasksFeature = defineFeature({
  name: 'adtasks',
  about: 'Ad tasks of the platform: offered, accepted for machines, paid by the plays that machines count',
  endpoints: adtasksContract,
  screens,
});
export default adtasksFeature;
