import { defineFeature } from '#kit/contract/feature.ts';
import { allowanceContract } from './contract.ts';
import screens from './screens.ts';

/** What each person may give away in a day, worth in fen, and what waits for a second person's yes. */
export const allowanceFeature = defineFeature({ name: 'allowance', endpoints: allowanceContract, screens });
export default allowanceFeature;
