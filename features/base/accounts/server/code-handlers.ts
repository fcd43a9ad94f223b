import { invalid, unauthorized } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { loginContract } from '../contract/login.ts';
import type { SmsPurpose } from '../contract/shared.ts';
import { forgiveAttempts } from './login-guard.ts';
import { newPasswordColumns } from './password-wire.ts';
import { assertOwnPhone } from './prove-person.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { checkCode, resendWaitMs, sendCode, spendCode, staffAsker } from './sms-codes.ts';
import { findUserByPhone, isPhoneTaken, updateUser } from './user-queries.ts';

/** Purposes that only make sense for a phone that is registered; which phones are is nobody's business. */
const forRegistered: readonly SmsPurpose[] = ['login', 'reset'];

/** Purposes of people who are logged in. */
const forMembers: readonly SmsPurpose[] = ['phone', 'card'];

export const codeHandlers: Handlers<Pick<typeof loginContract, 'sendCode' | 'verifyCode' | 'resetPassword'>> =
  {
    async sendCode(context, { phone, type: purpose, captchaKey: key, captchaCode: code }) {
      if (forMembers.includes(purpose) && context.session?.kind !== 'staff') throw unauthorized();
      if (purpose === 'card') await assertOwnPhone(context as StaffContext, phone);
      const registered = await isPhoneTaken(context.db.read, phone);
      const secretly = forRegistered.includes(purpose);
      const codeTicket = await sendCode(context.services, {
        phone,
        purpose,
        address: context.address,
        deliver: !secretly || registered,
        wait: !secretly,
        asker: forMembers.includes(purpose) ? staffAsker(context as StaffContext) : undefined,
        captcha: key && code ? { key, code } : undefined,
      });
      return { waitSeconds: resendWaitMs / secondMs, codeTicket };
    },

    async verifyCode({ services }, { phone, code, type: purpose, codeTicket: ticket }) {
      await checkCode(services, { phone, purpose, code, ticket });
      return {};
    },

    /** The owner of the phone gets the account back: new password, no login left, no lock left. */
    async resetPassword(context, { phone, code, password: wire, codeTicket: ticket }) {
      const { services } = context;
      const now = context.clock.now();
      const codeId = await checkCode(services, { phone, purpose: 'reset', code, ticket });
      const password = await newPasswordColumns(services, 'password', wire, now);
      await changeSessions(context.db, async (tx, touch) => {
        await spendCode(tx, codeId, now);
        const user = await findUserByPhone(tx, phone);
        if (!user) throw invalid('accounts:error.codeWrong');
        const { id: userId, tenantId, account, name } = user;
        await updateUser(tx, tenantId, userId, password);
        await revokeSessions(tx, user, now);
        await forgiveAttempts(tx, services.secrets, [account, phone]);
        await audit(
          tx,
          { session: { userId, tenantId, account, name }, address: context.address },
          { action: 'accounts.resetPassword', entity: 'user', entityId: userId, label: name },
        );
        await touch('user', userId);
      });
      return {};
    },
  };
