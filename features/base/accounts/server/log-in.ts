import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalid, invalidField } from '#kit/kernel/errors.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { Context } from '#kit/server/context.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import { type UserType, userTypes } from '#kit/server/session.ts';
import type { loginContract } from '../contract/login.ts';
import type { CaptchaAnswer } from './captcha.ts';
import { type Attempt, admitAttempt, forgiveAttempt } from './login-guard.ts';
import { verifyPassword } from './password-hash.ts';
import { missingLegacyHash, openPassword } from './password-wire.ts';
import { loadPrincipal, mayEnter, type Principal } from './principal.ts';
import { isOwner } from './rights.ts';
import { type Login, rotateSession, startSession } from './sessions.ts';
import { checkCode, spendCode } from './sms-codes.ts';
import { issueAccessToken, refreshTokenOf } from './tokens.ts';
import {
  administratorOf,
  findUserByName,
  findUserByPhone,
  type UserRow,
  updateUser,
} from './user-queries.ts';

/** One sentence for an unknown name and for a wrong password. */
const failed = () => invalid('accounts:error.loginFailed');

const header = (context: Context, name: string): string => {
  const value = context.request.headers[name];
  return typeof value === 'string' ? value : '';
};

const whereabouts = (context: Context) => ({
  address: context.address,
  userAgent: header(context, 'user-agent'),
});

function captchaOf(context: Context): CaptchaAnswer | undefined {
  const key = header(context, 'captcha-key');
  const code = header(context, 'captcha-code');
  return key && code ? { key, code } : undefined;
}

async function assertMayEnter(context: Context, userId: string): Promise<Principal> {
  const principal = await loadPrincipal(context.db.read, context.services.features, userId);
  if (!principal) throw failed();
  if (mayEnter(principal)) return principal;
  const { tenant } = principal;
  if (tenant.reviewState === 'rejected')
    throw invalid('accounts:error.registrationRejected', { reason: tenant.reviewReason });
  throw invalid('accounts:error.accountDisabled');
}

/** Exported for the screens that ask for the password again: the same rules, with a count of their own. */
export async function provePassword(
  context: Context,
  attempt: {
    subject: Attempt['subject'];
    wire: string;
    /** where it does not stand in the headers */
    captcha?: CaptchaAnswer | undefined;
    captchaAlways?: boolean;
    find: () => Promise<UserRow | undefined>;
  },
): Promise<UserRow | undefined> {
  const { services } = context;
  const given = openPassword(services, attempt.wire);
  // Not a guess at a password but noise: nothing to count, nothing to compare.
  if (!given) return undefined;
  const { subject } = attempt;
  // An attempt counts as wrong until it is looked at: right ones at the same moment would lock each other out.
  return inTurn(`login ${subject.kind} ${subject.value.toLowerCase()}`, async () => {
    await admitAttempt(services, {
      subject,
      address: context.address,
      captcha: attempt.captcha ?? captchaOf(context),
      captchaAlways: attempt.captchaAlways,
    });
    const user = await attempt.find();
    const matches =
      given.kind === 'plain'
        ? await verifyPassword(user?.passwordHash, given.text)
        : await verifyPassword(user?.legacyHash, given.digest);
    if (!user || !matches) {
      // a line and no row: who asks must not learn by the time it takes whether the name exists
      services.log.warn({ userId: user?.id, address: context.address }, 'password refused');
      return undefined;
    }
    const legacyHash =
      given.kind === 'plain' ? await missingLegacyHash(services, user, given.text) : undefined;
    await context.db.transaction(async (tx) => {
      await forgiveAttempt(tx, services.secrets, { subject, address: context.address });
      if (legacyHash) await updateUser(tx, user.tenantId, user.id, { legacyHash });
    });
    return user;
  });
}

type Credential = Omit<ParsedInputOf<typeof loginContract.token>, 'grant_type'>;

export async function byPassword(
  context: Context,
  input: Credential,
  captchaAlways: boolean,
): Promise<UserRow> {
  const name = input.username || input.phone;
  if (!name) throw invalidField('username', 'kit:validation.required');
  if (!input.password) throw invalidField('password', 'kit:validation.required');
  const user = await provePassword(context, {
    subject: { kind: 'name', value: name },
    wire: input.password,
    captchaAlways,
    find: () => findUserByName(context.db.read, name),
  });
  const named = input.tenantId || header(context, 'tenant-id') || platformTenantId;
  if (!user || (named !== platformTenantId && named !== user.tenantId)) throw failed();
  return user;
}

export async function byCode(context: Context, input: Credential): Promise<UserRow> {
  const phone = input.phone || input.username;
  if (!phone) throw invalidField('phone', 'kit:validation.required');
  if (!input.code) throw invalidField('code', 'kit:validation.required');
  const { code, codeTicket } = input;
  const codeId = await checkCode(context.services, { phone, purpose: 'login', code, ticket: codeTicket });
  const user = await findUserByPhone(context.db.read, phone);
  await context.db.transaction((tx) => spendCode(tx, codeId, context.clock.now()));
  // A code for a phone that nobody registered was never sent: only luck leads here.
  if (!user) throw invalid('accounts:error.codeWrong');
  return user;
}

const codeOfType: Record<UserType, string> = {
  [userTypes.platform]: 'administrator',
  [userTypes.merchant]: 'merchant',
  [userTypes.agent]: 'agent',
  [userTypes.franchisee]: 'franchisee',
  [userTypes.staff]: 'staff',
};

/** The alias of a built-in job role, else the kind of account; `role_id` tells the others apart. */
export const roleCode = ({ user, roleAlias }: Principal) =>
  (!isOwner(user.userType) && roleAlias) || codeOfType[user.userType];

async function answerOf(context: Context, login: Login, principal: Principal) {
  const { secrets, texts, config } = context.services;
  const lifeMs = config.accessTokenMinutes * minuteMs;
  const { user, tenant, permissions, roleTitle } = principal;
  return {
    access_token: await issueAccessToken(secrets, login, context.clock.now(), lifeMs),
    refresh_token: refreshTokenOf(secrets, login.sessionId, login.generation),
    token_type: 'bearer' as const,
    expires_in: lifeMs / secondMs,
    tenant_id: tenant.id,
    user_id: user.id,
    role_id: user.roleId ?? '',
    account: user.account,
    user_name: user.account,
    nick_name: user.name,
    role_name: roleCode(principal),
    role_label: isOwner(user.userType)
      ? texts.say(context.language, `accounts:userType.${user.userType}`)
      : roleTitle,
    avatar: user.avatar,
    detail: {
      userType: user.userType,
      realm: tenant.realm,
      tenantName: tenant.name,
      administrator: await administratorOf(context.db.read, user),
      permissions,
    },
  };
}

export async function enter(context: Context, user: UserRow, remember: boolean) {
  const principal = await assertMayEnter(context, user.id);
  const now = context.clock.now();
  const login = await context.db.transaction(async (tx) => {
    await updateUser(tx, user.tenantId, user.id, { lastLoginAt: now, lastLoginAddress: context.address });
    return startSession(tx, user, { remember, now, ...whereabouts(context) });
  });
  return answerOf(context, login, principal);
}

export async function renew(context: Context, refreshToken: string | undefined) {
  if (!refreshToken) throw invalidField('refresh_token', 'kit:validation.required');
  const login = await rotateSession(context.services, refreshToken, whereabouts(context));
  if (!login) throw invalid('accounts:error.refreshRefused');
  return answerOf(context, login, await assertMayEnter(context, login.userId));
}
