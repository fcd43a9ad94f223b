import { ownContract } from './contract/own.ts';
import { repliesContract } from './contract/replies.ts';
import { staffContract } from './contract/staff.ts';

export const conversationsContract = {
  ...staffContract,
  ...ownContract,
  ...repliesContract,
};
