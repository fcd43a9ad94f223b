import { defineFeature } from '#kit/contract/feature.ts';
import { viewsContract } from './contract.ts';

export const viewsFeature = defineFeature({ name: 'views', endpoints: viewsContract, beside: 'reports' });
export default viewsFeature;
