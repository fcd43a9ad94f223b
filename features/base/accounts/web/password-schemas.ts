import { z } from 'zod';
import { password } from '#kit/contract/schemas.ts';

/** A new password as people type it: twice. What travels is its ciphertext, so the contract's schema does not serve. */
export const newPasswordPair = {
  password: password(),
  repeat: z.string().min(1).meta({ field: 'password' }),
};

export const repeatMatches = {
  check: (values: { password?: unknown; repeat?: unknown }) => values.password === values.repeat,
  message: { path: ['repeat'], error: 'accounts:page.repeatDiffers' },
};
