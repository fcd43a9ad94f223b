import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  accountName,
  cipher,
  email,
  id,
  phone,
  smsCode,
  text,
  uploadPath,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { franchiseeChanged, loginEnded, roleChanged, sessionChanged, staffChanged } from './events.ts';
import { captchaAnswer, newPassword, realm, reviewState, rights, sex, userRecord } from './shared.ts';

const userId = z.object({ userId: id().optional() });

export const profile = userRecord.extend({
  phone: wholePhone('own'),
  realm: realm(),
  tenantName: z.string(),
  /** clients of the family read them at every log-in: with us a person's department is the organisation */
  deptId: z.string(),
  deptName: z.string(),
  permissions: z.array(z.string()),
  /** who can give rights; empty for those who can do it themselves */
  administrator: z.string(),
  /** how the platform judged the registration, and why */
  registrationState: reviewState(),
  registrationReason: z.string(),
});

/** The caller's own number stands in `info`. */
const account = userRecord.extend({
  phone: wholePhone({ because: 'it is filled into the form of the account', right: rights.staffEdit }),
});

export const profileContract = {
  info: get('/api/blade-user/info', 'session', {
    summary: 'The logged-in account with its permissions',
    output: profile,
    refreshedBy: [sessionChanged],
  }),
  userInfo: get('/api/blade-user/getInfoByUserId', 'session', {
    summary: 'An account of the caller’s own organisation; the caller’s own when no id is given',
    input: userId,
    output: account,
    refreshedBy: [sessionChanged, staffChanged],
  }),
  userDetail: get('/api/blade-user/detail', 'session', {
    summary: 'An account of the caller’s own organisation; the caller’s own when no id is given',
    input: z.object({ id: id().optional() }),
    output: account,
    refreshedBy: [sessionChanged, staffChanged],
  }),
  userNumbers: get('/api/blade-user/getNumberByUserId', 'session', {
    summary: 'How many sites, sub-accounts, job roles and franchisees the caller’s organisation has',
    input: userId,
    output: z.object({
      fieldNumber: z.int(),
      subUserNumber: z.int(),
      roleNumber: z.int(),
      franchiseeNumber: z.int(),
    }),
    refreshedBy: [staffChanged, roleChanged, franchiseeChanged],
  }),
  userSiteCount: get('/api/blade-user/getFieldByUserSize', 'session', {
    summary: 'How many sites the caller may see',
    input: userId,
    output: z.object({ fieldSize: z.int() }),
  }),
  updateProfile: post('/api/blade-user/updateUser', 'session', {
    summary: 'Change one’s own name, picture and e-mail address',
    input: z.object({
      name: text(30).optional(),
      realName: text(30, 0).optional(),
      avatar: uploadPath().or(z.literal('')).optional(),
      email: email().or(z.literal('')).optional(),
      sex: sex().optional(),
    }),
    emits: [sessionChanged],
  }),
  changePassword: post('/api/blade-user/update-password', 'session', {
    summary: 'Change one’s own password; ends all other logins of the account',
    input: z.object({ oldPassword: cipher(), newPassword: newPassword(), ...captchaAnswer }),
    emits: [sessionChanged, loginEnded],
  }),
  validatePassword: get('/api/blade-user/userValidatePassword', 'session', {
    repeats: { because: 'every guess counts' },
    summary: 'Whether this is the caller’s own password; wrong ones count towards the lock',
    changes: true,
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ password: cipher(), ...captchaAnswer }),
    output: z.boolean(),
  }),
  changePhone: post('/api/blade-user/updatePhone', 'session', {
    summary:
      'Change one’s own phone: a code sent to the old one (or, without an old one, the password) and a code sent to the new one',
    input: z.object({
      oldCode: smsCode().optional(),
      password: cipher().optional(),
      phone: phone(),
      code: smsCode(),
      ...captchaAnswer,
    }),
    emits: [sessionChanged],
  }),
  accountExists: get('/api/blade-user/ifExistByAccount', rights.staffEdit, {
    summary: 'Whether an account name is taken, before a sub-account is made',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ account: z.string().trim().min(1).max(64) }),
    output: z.boolean(),
  }),
  franchiseeAccountExists: get('/api/blade-user/ifExistByAccountJMS', rights.franchiseeEdit, {
    summary: 'Whether an account name is taken, before a franchisee is made',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ account: z.string().trim().min(1).max(64) }),
    output: z.boolean(),
  }),
  checkAccount: get('/api/blade-user/checkUserAccount', 'session', {
    summary: 'Whether an account name is well formed and free',
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ account: accountName() }),
    output: z.boolean(),
  }),
  phoneTaken: get('/api/blade-player/player/checkPhoneIfRepeat', 'session', {
    summary: 'Whether a phone already belongs to a staff account',
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ phone: phone() }),
    output: z.boolean(),
  }),
};
