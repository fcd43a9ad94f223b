import { loginContract } from './contract/login.ts';
import { menuContract } from './contract/menu.ts';
import { partnersContract } from './contract/partners.ts';
import { profileContract } from './contract/profile.ts';
import { staffContract } from './contract/staff.ts';

export const accountsContract = {
  ...loginContract,
  ...profileContract,
  ...menuContract,
  ...staffContract,
  ...partnersContract,
};
