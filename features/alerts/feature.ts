import { defineFeature } from '#kit/contract/feature.ts';
import { alertsContract } from './contract.ts';
import screens from './screens.ts';

export const alertsFeature = defineFeature({ name: 'alerts', endpoints: alertsContract, screens });
export default alertsFeature;
