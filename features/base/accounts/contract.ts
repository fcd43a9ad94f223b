import { agentsContract } from './contract/agents.ts';
import { franchiseesContract } from './contract/franchisees.ts';
import { invitationsContract } from './contract/invitations.ts';
import { logContract } from './contract/log.ts';
import { loginContract } from './contract/login.ts';
import { menuContract } from './contract/menu.ts';
import { profileContract } from './contract/profile.ts';
import { reviewsContract } from './contract/reviews.ts';
import { rolesContract } from './contract/roles.ts';
import { staffContract } from './contract/staff.ts';

export { captchaAnswer, codeTicket, sentCode } from './contract/shared.ts';

export const accountsContract = {
  ...loginContract,
  ...profileContract,
  ...menuContract,
  ...staffContract,
  ...invitationsContract,
  ...rolesContract,
  ...logContract,
  ...franchiseesContract,
  ...agentsContract,
  ...reviewsContract,
};
