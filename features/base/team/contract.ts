import { invitationsContract } from './contract/invitations.ts';
import { logContract } from './contract/log.ts';
import { rolesContract } from './contract/roles.ts';
import { staffContract } from './contract/staff.ts';

export const teamContract = {
  ...staffContract,
  ...invitationsContract,
  ...rolesContract,
  ...logContract,
};
