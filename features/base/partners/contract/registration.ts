import { z } from 'zod';
import { reviewRequested } from '#features/base/accounts/contract/events.ts';
import { codeTicket, newPassword } from '#features/base/accounts/contract/shared.ts';
import { post } from '#kit/contract/call.ts';
import { phone, smsCode, text } from '#kit/contract/schemas.ts';

export const registrationContract = {
  registerMerchant: post('/api/blade-user/userRegister', 'public', {
    repeats: { because: 'the code is used up, and phone and account are taken' },
    summary: 'Register a merchant; usable at once, reviewed by the platform',
    input: z.object({
      phone: phone(),
      code: smsCode(),
      ...codeTicket,
      password: newPassword(),
      /** shop or company name; can be changed later through review */
      name: text(40).optional(),
      inviterPhone: phone().optional(),
    }),
    output: z.object({ account: z.string(), tenantId: z.string() }),
    emits: [reviewRequested],
  }),
};
