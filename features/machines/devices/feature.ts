import { defineFeature } from '#kit/contract/feature.ts';
import { brokerQuestions } from './contract/broker-questions.ts';
import { devicesContract } from './contract.ts';
import screens from './screens.ts';

export const devicesFeature = defineFeature({
  name: 'devices',
  about: 'Machines: registration, state, commands, transfer, labels, the fleet',
  foreign: brokerQuestions,
  endpoints: devicesContract,
  screens,
});
export default devicesFeature;
