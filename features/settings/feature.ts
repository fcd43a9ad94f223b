import { defineFeature } from '#kit/contract/feature.ts';
import { settingsContract } from './contract.ts';
import screens from './screens.ts';

export const settingsFeature = defineFeature({ name: 'settings', endpoints: settingsContract, screens });
export default settingsFeature;
