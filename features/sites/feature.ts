import { defineFeature } from '#kit/contract/feature.ts';
import { sitesContract } from './contract.ts';
import screens from './screens.ts';

export const sitesFeature = defineFeature({ name: 'sites', endpoints: sitesContract, screens });
export default sitesFeature;
