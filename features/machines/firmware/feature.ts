import { defineFeature } from '#kit/contract/feature.ts';
import { firmwareContract } from './contract.ts';
import { firmwareDownload } from './foreign.ts';
import screens from './screens.ts';

export const firmwareFeature = defineFeature({
  name: 'firmware',
  about: 'Versions of controllers, and how they reach machines in stages',
  foreign: firmwareDownload,
  endpoints: firmwareContract,
  screens,
});
export default firmwareFeature;
