import { siteTerms } from '#features/base/sites/server/public.ts';
import { priceWords, shopStoreOf } from '#features/loyalty/stock/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { ownCalls } from '../contract/own.ts';
import { stateAt } from '../rules/handover-rules.ts';
import { findOwnHandover, linesOf, readOwn } from './handover-queries.ts';
import { shownCodeOf } from './pickup-codes.ts';
import { lockWithOrder, undoHandover } from './settle-handover.ts';
import { priceOf } from './staff-handlers.ts';

export const ownHandlers: Handlers<typeof ownCalls> = {
  async readOwnHandover(context, { id, orderNumber }) {
    const { db, session, services, clock } = context;
    if (!id && !orderNumber) throw invalid('handover:error.which');
    const found = await readOwn(db.read, session.scope, id ? { id } : { orderNumber: orderNumber! });
    if (!found) throw missing();
    const { shown, row } = found;
    const { tenantId, siteId, kind, way, state } = row;
    const [lines, site, store] = await Promise.all([
      linesOf(db.read, row),
      siteTerms(db.read, tenantScope(tenantId), siteId),
      shopStoreOf(db.read, tenantId, siteId),
    ]);
    const say = sayFor(context);
    const { receiver, phone, address, carrier, trackingNumber, reason, handedAt, endedAt } = row;
    return {
      ...shown,
      state: stateAt(row, clock.now()),
      price: priceOf(row, say),
      waitsUntil: state === 'ready' || state === 'asked' ? row.waitsUntil : null,
      lines: lines.map(({ goodName, priceFen, ...line }) => ({
        ...line,
        name: goodName,
        unitFen: priceFen,
        price: priceWords({ ...line, priceFen }, say),
      })),
      code: state === 'ready' && way === 'pickup' ? shownCodeOf(services.secrets, row) : null,
      counter: {
        name: store?.name ?? site?.name ?? '',
        address: site?.address ?? '',
        contactNumber: site?.contactNumber || null,
      },
      ...{ receiver, phone, address, carrier, trackingNumber, reason, handedAt, endedAt },
      // money for goods goes back by its order
      cancellable: kind === 'exchange' && state === 'ready',
    };
  },

  async cancelOwn({ db, session, services }, { id }) {
    await db.transaction(async (tx) => {
      const own = await findOwnHandover(tx, session.scope, id);
      const row = own?.kind === 'exchange' && (await lockWithOrder(tx, tenantScope(own.tenantId), id));
      if (!row) throw missing();
      await undoHandover(tx, services, row, { state: 'cancelled', reason: 'exchange:reason.byPlayer' });
    });
    return {};
  },
};
