import { defineFeature } from '#kit/contract/feature.ts';
import { adsContract } from './contract.ts';
import { adDownload } from './foreign.ts';
import screens from './screens.ts';

export const adsFeature = defineFeature({
  name: 'ads',
  about:
    'Pictures and videos on the screens of machines: library, groups, where and when, and what was shown',
  foreign: adDownload,
  endpoints: adsContract,
  screens,
});
export default adsFeature;
