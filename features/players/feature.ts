import { defineFeature } from '#kit/contract/feature.ts';
import { playersContract } from './contract.ts';
import screens from './screens.ts';

export const playersFeature = defineFeature({ name: 'players', endpoints: playersContract, screens });
export default playersFeature;
