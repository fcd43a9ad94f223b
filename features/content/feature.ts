import { defineFeature } from '#kit/contract/feature.ts';
import { contentContract } from './contract.ts';
import screens from './screens.ts';

export const contentFeature = defineFeature({ name: 'content', endpoints: contentContract, screens });
export default contentFeature;
