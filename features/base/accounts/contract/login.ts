import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { accountName, cipher, id, instant, passedOver, phone, smsCode, text } from '#kit/contract/schemas.ts';
import { loginEnded } from './events.ts';
import { captchaAnswer, codeTicket, newPassword, realm, sentCode, smsPurposes } from './shared.ts';

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
  ...codeTicket,
  /** false: the login ends when it was not used for half a day */
  remember: z.boolean().default(true),
};

export const loginContract = {
  token: post('/api/blade-auth/oauth/token', 'public', {
    repeats: { because: 'every log-in is one of its own' },
    summary:
      'Log in (password, captcha, sms) or renew a login (refresh_token). Captcha in the headers Captcha-Key and Captcha-Code',
    answer: 'top',
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({
      grant_type: z.enum(['password', 'captcha', 'refresh_token', 'sms']),
      ...credential,
      refresh_token: z.string().max(200).optional(),
      tenantId: z.string().max(12).optional(),
      scope: passedOver(z.string().max(40).optional(), 'what an account may do is said by its role'),
      type: passedOver(z.string().max(40).optional(), 'accounts of every kind log in alike'),
    }),
    output: loginInfo,
  }),
  userLogin: post('/api/blade-user/userLogin', 'public', {
    repeats: { because: 'every log-in is one of its own' },
    summary: 'Log in by account or phone with a password, or by phone with a code',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object(credential),
    output: loginInfo,
  }),
  logout: get('/api/blade-auth/oauth/logout', 'session', {
    repeats: { because: 'the login that could ask again has ended' },
    summary: 'End this login',
    changes: true,
  }),
  logoutEverywhere: post('/api/blade-auth/oauth/logoutAll', 'session', {
    repeats: { because: 'the login that could ask again has ended' },
    summary: 'End every login of this account, on all devices',
  }),
  tokenUser: get('/api/blade-auth/oauth/user-info', 'session', {
    summary: 'Whose token it is, in the words of clients of the family',
    output: z.object({
      userId: z.string(),
      tenantId: z.string(),
      account: z.string(),
      userName: z.string(),
      nickName: z.string(),
      realName: z.string(),
      avatar: z.string(),
      deptId: z.string(),
      roleId: z.string(),
      roleName: z.string(),
      /** such clients look here before they show anything */
      roles: z.array(z.string()),
      permission: z.array(z.string()),
      detail: z.object({ userType: z.int(), realm: realm(), tenantName: z.string() }),
    }),
  }),
  tenantInfo: get('/api/blade-system/tenant/info', 'public', {
    summary:
      'Which tenant a client of the family shall name at log-in: always the platform, accounts are known without it',
    input: z.object({
      domain: passedOver(z.string().max(300).optional(), 'one platform answers at every address'),
    }),
    output: z.object({ tenantId: z.string() }),
  }),
  listSessions: get('/api/blade-auth/oauth/sessions', 'session', {
    summary: 'Where this account is logged in',
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
  revokeSession: post('/api/blade-auth/oauth/revokeSession', 'session', {
    summary: 'End one login of this account',
    input: z.object({ id: id() }),
    emits: [loginEnded],
  }),
  captcha: get('/api/blade-auth/oauth/captcha', 'public', {
    changes: true,
    repeats: { because: 'every picture is a new one' },
    summary: 'A picture with four characters, asked for after three failed logins',
    answer: 'top',
    rate: { max: 60, windowSeconds: 60 },
    output: z.object({ key: z.string(), image: z.string() }),
  }),
  publicKey: get('/api/blade-auth/oauth/publicKey', 'public', {
    summary: 'SM2 key with which passwords are encrypted before they are sent',
    output: z.object({ publicKey: z.string() }),
  }),
  sendCode: get('/api/blade-user/pushMessageByPhone', 'public', {
    repeats: { because: 'it says itself how long to wait before the next code' },
    summary: 'Send a 6-digit code; the answer is the same whether or not the phone is registered',
    changes: true,
    input: z.object({ phone: phone(), type: z.enum(smsPurposes).default('login'), ...captchaAnswer }),
    output: sentCode,
  }),
  verifyCode: get('/api/blade-user/verifyCode', 'public', {
    repeats: { because: 'every guess counts' },
    summary: 'Check a code without using it up; a wrong guess counts',
    changes: true,
    input: z.object({
      phone: phone(),
      code: smsCode(),
      type: z.enum(smsPurposes).default('reset'),
      ...codeTicket,
    }),
  }),
  resetPassword: get('/api/blade-user/updateUserPassWord', 'public', {
    repeats: { because: 'the code is used up' },
    summary: 'Set a new password with a code; ends every login of the account',
    changes: true,
    input: z.object({ phone: phone(), code: smsCode(), password: newPassword(), ...codeTicket }),
  }),
  setupState: get('/api/setup/state', 'public', {
    summary: 'Whether this installation still waits for its first administrator',
    output: z.object({ needed: z.boolean() }),
  }),
  setupAdministrator: post('/api/setup/administrator', 'public', {
    repeats: { because: 'the set-up code is used up' },
    summary: 'Create the first administrator with the set-up code shown in the terminal; works once',
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({
      setupCode: z.string().trim().min(1).max(40).meta({ field: 'text' }),
      account: accountName(),
      name: text(30),
      phone: phone().optional(),
      password: newPassword(),
    }),
  }),
};
