import { defineFeature } from '#kit/contract/feature.ts';
import { membersContract } from './contract.ts';
import screens from './screens.ts';

export const membersFeature = defineFeature({ name: 'members', endpoints: membersContract, screens });
export default membersFeature;
