import { defineFeature } from '#kit/contract/feature.ts';
import { sitesContract } from './contract.ts';
import screens from './screens.ts';

export const sitesFeature = defineFeature({
  name: 'sites',
  about: 'Sites: places on the map, regions, opening hours, categories, who works where',
  endpoints: sitesContract,
  screens,
});
export default sitesFeature;
