import { defineFeature } from '#kit/contract/feature.ts';
import { searchContract } from './contract.ts';

export const searchFeature = defineFeature({ name: 'search', endpoints: searchContract });
export default searchFeature;
