import { defineFeature } from '#kit/contract/feature.ts';
import { programContract } from './contract.ts';
import screens from './screens.ts';

export const programFeature = defineFeature({ name: 'program', endpoints: programContract, screens });
export default programFeature;
