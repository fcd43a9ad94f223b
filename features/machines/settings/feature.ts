import { defineFeature } from '#kit/contract/feature.ts';
import { settingsContract } from './contract.ts';
import screens from './screens.ts';

export const settingsFeature = defineFeature({
  name: 'settings',
  about: 'Settings of machines: desired and confirmed, presets, batches',
  endpoints: settingsContract,
  screens,
});
export default settingsFeature;
