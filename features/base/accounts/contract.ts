import { loginContract } from './contract/login.ts';
import { menuContract } from './contract/menu.ts';
import { profileContract } from './contract/profile.ts';

export { captchaAnswer, codeTicket, sentCode } from './contract/shared.ts';

export const accountsContract = {
  ...loginContract,
  ...profileContract,
  ...menuContract,
};
