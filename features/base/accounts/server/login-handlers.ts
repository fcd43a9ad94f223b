import type { Handlers } from '#kit/server/context.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import type { loginContract } from '../contract/login.ts';
import { createCaptcha } from './captcha.ts';
import { checkClient } from './check-client.ts';
import { byCode, byPassword, enter, renew } from './log-in.ts';

export const loginHandlers: Handlers<
  Pick<typeof loginContract, 'token' | 'userLogin' | 'captcha' | 'publicKey' | 'tenantInfo'>
> = {
  async token(context, input) {
    checkClient(context);
    switch (input.grant_type) {
      case 'refresh_token':
        return renew(context, input.refresh_token);
      case 'sms':
        return enter(context, await byCode(context, input), input.remember);
      case 'password':
      case 'captcha':
        return enter(
          context,
          await byPassword(context, input, input.grant_type === 'captcha'),
          input.remember,
        );
    }
  },

  async userLogin(context, input) {
    checkClient(context);
    const user =
      input.code && !input.password ? await byCode(context, input) : await byPassword(context, input, false);
    return enter(context, user, input.remember);
  },

  tenantInfo: async () => ({ tenantId: platformTenantId }),
  captcha: ({ services }) => createCaptcha(services),
  publicKey: async ({ services }) => ({ publicKey: services.secrets.sm2.publicKey }),
};
