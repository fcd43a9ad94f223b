import { defineFeature } from '#kit/contract/feature.ts';
import { dictionariesContract } from './contract.ts';

export const dictionariesFeature = defineFeature({ name: 'dictionaries', endpoints: dictionariesContract });
export default dictionariesFeature;
