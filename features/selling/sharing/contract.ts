import { receiversContract } from './contract/receivers.ts';
import { rulesContract } from './contract/rules.ts';
import { runsContract } from './contract/runs.ts';
import { statementsContract } from './contract/statements.ts';

export const sharingContract = {
  ...receiversContract,
  ...rulesContract,
  ...runsContract,
  ...statementsContract,
};
