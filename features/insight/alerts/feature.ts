import { defineFeature } from '#kit/contract/feature.ts';
import { alertsContract } from './contract.ts';
import screens from './screens.ts';

export const alertsFeature = defineFeature({
  name: 'alerts',
  about: 'Rules that watch machines and sites, and the alerts they raise',
  endpoints: alertsContract,
  screens,
});
export default alertsFeature;
