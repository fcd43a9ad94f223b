import { defineFeature } from '#kit/contract/feature.ts';
import { cardsContract } from './contract.ts';
import screens from './screens.ts';

export const cardsFeature = defineFeature({ name: 'cards', endpoints: cardsContract, screens });
export default cardsFeature;
