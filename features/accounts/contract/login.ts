import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import {
  accountName,
  cipher,
  done,
  empty,
  id,
  instant,
  phone,
  smsCode,
  text,
} from '#kit/contract/schemas.ts';
import { invitationChanged, loginEnded, reviewRequested, staffChanged } from './events.ts';
import { newPassword, realm, smsPurposes } from './shared.ts';

export const loginInfo = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  tenant_id: z.string(),
  user_id: z.string(),
  role_id: z.string(),
  account: z.string(),
  user_name: z.string(),
  nick_name: z.string(),
  /** a code that stays the same whatever the role is called and in every language */
  role_name: z.string(),
  /** the same in the caller's words */
  role_label: z.string(),
  avatar: z.string(),
  detail: z.object({
    userType: z.int(),
    realm: realm(),
    tenantName: z.string(),
    /** whom to ask for rights; empty for who needs to ask nobody */
    administrator: z.string(),
    permissions: z.array(z.string()),
  }),
});

/** `error_code` of a refused login after which a page shows a (new) captcha. */
export const captchaErrorCodes: readonly string[] = ['captchaRequired', 'captchaWrong'];

const credential = {
  /** account or phone */
  username: z.string().trim().max(64).optional().meta({ field: 'text' }),
  phone: z.string().trim().max(20).optional(),
  password: cipher().optional(),
  code: z.string().trim().max(10).optional(),
  /** false: the login ends when it was not used for half a day */
  remember: z.boolean().default(true),
};

export const loginContract = {
  token: defineEndpoint({
    method: 'POST',
    path: '/api/blade-auth/oauth/token',
    access: 'public',
    summary:
      'Log in (password, captcha, sms) or renew a login (refresh_token). Captcha in the headers Captcha-Key and Captcha-Code',
    answer: 'top',
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({
      grant_type: z.enum(['password', 'captcha', 'refresh_token', 'sms']),
      ...credential,
      refresh_token: z.string().max(200).optional(),
      tenantId: z.string().max(12).optional(),
      scope: z.string().max(40).optional(),
      type: z.string().max(40).optional(),
    }),
    output: loginInfo,
  }),
  userLogin: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/userLogin',
    access: 'public',
    summary: 'Log in by account or phone with a password, or by phone with a code',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object(credential),
    output: loginInfo,
  }),
  logout: defineEndpoint({
    method: 'GET',
    path: '/api/blade-auth/oauth/logout',
    access: 'session',
    summary: 'End this login',
    changes: true,
    input: empty(),
    output: done(),
  }),
  logoutEverywhere: defineEndpoint({
    method: 'POST',
    path: '/api/blade-auth/oauth/logoutAll',
    access: 'session',
    summary: 'End every login of this account, on all devices',
    input: empty(),
    output: done(),
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/api/blade-auth/oauth/sessions',
    access: 'session',
    summary: 'Where this account is logged in',
    input: empty(),
    output: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        userAgent: z.string(),
        address: z.string(),
        createdAt: instant(),
        lastUsedAt: instant(),
      }),
    ),
    refreshedBy: [loginEnded],
  }),
  revokeSession: defineEndpoint({
    method: 'POST',
    path: '/api/blade-auth/oauth/revokeSession',
    access: 'session',
    summary: 'End one login of this account',
    input: z.object({ id: id() }),
    output: done(),
    emits: [loginEnded],
  }),
  captcha: defineEndpoint({
    method: 'GET',
    path: '/api/blade-auth/oauth/captcha',
    access: 'public',
    summary: 'A picture with four characters, asked for after three failed logins',
    answer: 'top',
    rate: { max: 60, windowSeconds: 60 },
    input: empty(),
    output: z.object({ key: z.string(), image: z.string() }),
  }),
  publicKey: defineEndpoint({
    method: 'GET',
    path: '/api/blade-auth/oauth/publicKey',
    access: 'public',
    summary: 'SM2 key with which passwords are encrypted before they are sent',
    input: empty(),
    output: z.object({ publicKey: z.string() }),
  }),
  sendCode: defineEndpoint({
    method: 'GET',
    path: '/api/blade-user/pushMessageByPhone',
    access: 'public',
    summary: 'Send a 6-digit code; the answer is the same whether or not the phone is registered',
    changes: true,
    input: z.object({ phone: phone(), type: z.enum(smsPurposes).default('login') }),
    output: z.object({ waitSeconds: z.int() }),
  }),
  verifyCode: defineEndpoint({
    method: 'GET',
    path: '/api/blade-user/verifyCode',
    access: 'public',
    summary: 'Check a code without using it up; a wrong guess counts',
    changes: true,
    input: z.object({ phone: phone(), code: smsCode(), type: z.enum(smsPurposes).default('reset') }),
    output: done(),
  }),
  resetPassword: defineEndpoint({
    method: 'GET',
    path: '/api/blade-user/updateUserPassWord',
    access: 'public',
    summary: 'Set a new password with a code; ends every login of the account',
    changes: true,
    input: z.object({ phone: phone(), code: smsCode(), password: newPassword() }),
    output: done(),
  }),
  registerMerchant: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/userRegister',
    access: 'public',
    summary: 'Register a merchant; usable at once, reviewed by the platform',
    input: z.object({
      phone: phone(),
      code: smsCode(),
      password: newPassword(),
      /** shop or company name; can be changed later through review */
      name: text(40).optional(),
      inviterPhone: phone().optional(),
    }),
    output: z.object({ account: z.string(), tenantId: z.string() }),
    emits: [reviewRequested],
  }),
  invitationInfo: defineEndpoint({
    method: 'GET',
    path: '/api/blade-subuser/invitation/info',
    access: 'public',
    summary: 'What an invitation link offers; only for a link that still counts',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ token: z.string().min(20).max(100) }),
    output: z.object({ merchantName: z.string(), roleName: z.string(), expiresAt: instant() }),
  }),
  registerInvited: defineEndpoint({
    method: 'POST',
    path: '/api/blade-subuser/invitation/register',
    access: 'public',
    summary: 'Register as staff with a one-time invitation link',
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({
      token: z.string().min(20).max(100),
      account: accountName(),
      name: text(30),
      password: newPassword(),
      /** with a code sent for `invite` to prove it */
      phone: phone().optional(),
      code: smsCode().optional(),
    }),
    output: z.object({ account: z.string() }),
    emits: [staffChanged, invitationChanged],
  }),
  setupState: defineEndpoint({
    method: 'GET',
    path: '/api/setup/state',
    access: 'public',
    summary: 'Whether this installation still waits for its first administrator',
    input: empty(),
    output: z.object({ needed: z.boolean() }),
  }),
  setupAdministrator: defineEndpoint({
    method: 'POST',
    path: '/api/setup/administrator',
    access: 'public',
    summary: 'Create the first administrator with the set-up code shown in the terminal; works once',
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({
      setupCode: z.string().trim().min(1).max(40).meta({ field: 'text' }),
      account: accountName(),
      name: text(30),
      phone: phone().optional(),
      password: newPassword(),
    }),
    output: done(),
  }),
};
