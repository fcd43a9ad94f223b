import { conflict, forbidden, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { userTypes } from '#kit/server/session.ts';
import { products } from '../contract/shared.ts';
import type { onboardingContract } from '../contract.ts';
import { findCollecting, saveChannel, usableNumbers } from './channel-queries.ts';
import { ownHolder } from './holder.ts';
import { isConfigured, productState } from './open-products.ts';
import { findDraft, findLatest, findPassed, stateOf } from './submission-queries.ts';
import { tellBusinessChanged } from './tell-changes.ts';

/** What players pay with; see `createOrder` of the orders. */
const collectingProducts = ['wechatPay', 'alipay'] as const;

/** Agents collect nothing themselves: they are paid out. */
const productsOf = (realm: StaffContext['session']['realm']) =>
  realm === 'merchant' ? products : products.filter((product) => product === 'transfer');

export const productHandlers: Handlers<Pick<typeof onboardingContract, 'readProducts' | 'switchChannel'>> = {
  async readProducts({ db, session, services }, { id }) {
    const holder = ownHolder(session);
    const organisation = { tenantId: session.tenantId, holderId: session.tenantId };
    const [draft, latest, passed, collecting] = await Promise.all([
      findDraft(db.read, holder),
      findLatest(db.read, holder),
      findPassed(db.read, organisation),
      findCollecting(db.read, session.tenantId),
    ]);
    // clients of the specification name the papers they mean: the own ones, or nobody's
    if (id && ![latest, passed].some((papers) => papers?.id === id)) throw missing();
    const state = stateOf(draft, latest);
    const verified = (await findPassed(db.read, holder)) !== undefined;
    const numbers = usableNumbers(services, collecting);
    return {
      state,
      reason: latest?.reason ?? null,
      channel: collecting?.channel ?? 'platform',
      wechatSubMerchant: numbers.wechat,
      alipaySubMerchant: numbers.alipay,
      maySwitch:
        session.userType === userTypes.merchant &&
        passed !== undefined &&
        (numbers.wechat !== null || numbers.alipay !== null),
      playersCanPay:
        passed !== undefined && collectingProducts.some((product) => isConfigured(services, product)),
      products: productsOf(session.realm).map((product) => ({
        product,
        state: productState(services, product, { state, verified }),
      })),
    };
  },

  async switchChannel(context, { channel }) {
    const { db, session, clock } = context;
    if (session.userType !== userTypes.merchant) throw forbidden('onboarding:error.ownerOnly');
    const organisation = { tenantId: session.tenantId, holderId: session.tenantId };
    await db.transaction(async (tx) => {
      if (channel === 'own') {
        if (!(await findPassed(tx, organisation))) throw conflict('onboarding:error.notPassed');
        const { wechat, alipay } = usableNumbers(
          context.services,
          await findCollecting(tx, session.tenantId),
        );
        if (!wechat && !alipay) throw conflict('onboarding:error.noSubMerchant');
      }
      const before = await saveChannel(tx, session.tenantId, channel, clock.now());
      if (before === null) return;
      await audit(tx, context, {
        action: 'onboarding.switchChannel',
        entity: 'collectingChannel',
        entityId: session.tenantId,
        label: channel,
        before: { channel: before },
        after: { channel },
      });
      await tellBusinessChanged(tx, session);
    });
    return { channel };
  },
};
