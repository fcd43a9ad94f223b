import { defineFeature } from '#kit/contract/feature.ts';
import { figuresContract } from './contract.ts';
import screens from './screens.ts';

export const figuresFeature = defineFeature({ name: 'figures', endpoints: figuresContract, screens });
export default figuresFeature;
