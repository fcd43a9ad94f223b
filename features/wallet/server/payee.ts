import { eq } from 'drizzle-orm';
import { invalid, unavailable } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import { type Wechat, WechatRefused, WechatUnavailable } from '#providers/wechat/client.ts';
import type { walletContract } from '../contract.ts';
import { wechatPayees } from '../tables.ts';
import { lockMoney } from './wallets.ts';

const sealedFor = 'wechat payee';

export const openPayee = ({ secrets }: Services, sealed: string): string =>
  openText(secrets, sealed, sealedFor);

export const sealPayee = ({ secrets }: Services, openId: string): string =>
  sealText(secrets, openId, sealedFor);

/** The WeChat account the caller is paid to; its id stays sealed. */
export async function findPayee(
  reader: Reader,
  { tenantId, userId }: Pick<StaffSession, 'tenantId' | 'userId'>,
): Promise<{ openId: string; name: string } | undefined> {
  const payee = rows(tenantScope(tenantId), wechatPayees);
  const [found] = await reader
    .select({ openId: payee.openId, name: payee.name })
    .from(payee)
    .where(eq(payee.userId, userId));
  return found;
}

function wechatOf({ services }: StaffContext) {
  if (!services.wechat) throw unavailable('wallet:error.wechatNotConfigured');
  return services.wechat;
}

async function whoIs(wechat: Wechat, code: string): Promise<{ openId: string; name: string }> {
  try {
    const { openId, accessToken } = await wechat.exchangeCode(code);
    const { name } = await wechat.profile(accessToken, openId);
    return { openId, name };
  } catch (error) {
    if (error instanceof WechatRefused) throw invalid('wallet:error.wechatRefused');
    if (error instanceof WechatUnavailable) throw unavailable('wallet:error.wechatRefused');
    throw error;
  }
}

export const readPayee: Handler<typeof walletContract.readPayee> = async (context, { state }) => {
  const wechat = wechatOf(context);
  const page = `${context.services.publicBase()}/put_forward`;
  return { url: wechat.authorizeUrl(page, 'snsapi_userinfo', state) };
};

export const bindPayee: Handler<typeof walletContract.bindPayee> = async (context, { code }) => {
  const { session, services } = context;
  const wechat = wechatOf(context);
  const { openId, name } = await whoIs(wechat, code);
  const scope = tenantScope(session.tenantId);
  await context.db.transaction(async (tx) => {
    await lockMoney(tx, session.tenantId);
    const before = await findPayee(tx, session);
    const values = { openId: sealPayee(services, openId), name, boundAt: context.clock.now() };
    if (before) await update(tx, scope, wechatPayees, (row) => eq(row.userId, session.userId), values);
    else await insert(tx, scope, wechatPayees, { userId: session.userId, ...values });
    await audit(tx, context, {
      action: 'wallet.bindPayee',
      entity: 'user',
      entityId: session.userId,
      label: session.name,
      before: before && { name: before.name },
      after: { name },
    });
  });
  return { name };
};
