import { defineFeature } from '#kit/contract/feature.ts';
import { showroomContract } from './contract.ts';
import screens from './screens.ts';

export const showroomFeature = defineFeature({
  name: 'showroom',
  about: 'Demonstration alone: simulated machines and players',
  endpoints: showroomContract,
  screens,
});
export default showroomFeature;
