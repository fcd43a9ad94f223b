import { invalid, unavailable } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { type Wechat, WechatRefused, WechatUnavailable } from '#providers/wechat/client.ts';
import type { walletContract } from '../contract.ts';
import { wechatPayees } from '../tables.ts';
import { findPayee } from './payee-queries.ts';
import { sealPayee } from './seal-payee.ts';
import { lockMoney } from './wallet-queries.ts';

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

export const payeeHandlers: Handlers<Pick<typeof walletContract, 'readPayee' | 'bindPayee'>> = {
  async readPayee(context, { state }) {
    const page = `${context.services.publicBase()}/put_forward`;
    return { url: wechatOf(context).authorizeUrl(page, 'snsapi_userinfo', state) };
  },

  async bindPayee(context, { code }) {
    const { session, services } = context;
    const { tenantId, userId } = session;
    const { openId, name } = await whoIs(wechatOf(context), code);
    await context.db.transaction(async (tx) => {
      await lockMoney(tx, tenantId);
      const before = await findPayee(tx, session);
      const values = { openId: sealPayee(services, openId), name, boundAt: context.clock.now() };
      if (before) await update(tx, tenantScope(tenantId), wechatPayees, { userId }, values);
      else await insert(tx, tenantScope(tenantId), wechatPayees, { userId, ...values });
      await audit(tx, context, {
        action: 'wallet.bindPayee',
        entity: 'user',
        entityId: userId,
        label: session.name,
        before: before && { name: before.name },
        after: { name },
      });
    });
    return { name };
  },
};
