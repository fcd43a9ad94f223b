import { figureCalls } from './contract/figures.ts';
import { freePlayCalls } from './contract/free-plays.ts';
import { levelCalls } from './contract/levels.ts';
import { memberCalls } from './contract/members.ts';
import { oldPlayerCalls } from './contract/old-players.ts';

export const membersContract = {
  ...memberCalls,
  ...figureCalls,
  ...levelCalls,
  ...freePlayCalls,
  ...oldPlayerCalls,
};
