import { findVisitor } from '#features/base/players/server/public.ts';
import { assertSites } from '#features/base/sites/server/public.ts';
import { giveWorth } from '#features/money/allowance/server/public.ts';
import { findOrder, refundBesides, refundOrder } from '#features/selling/orders/server/public.ts';
import { conflict, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type Say, type StaffContext, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { find } from '#kit/server/tables.ts';
import type { RefundPreview, soldCalls } from '../contract/sold.ts';
import { cardGrants } from '../tables.ts';
import { type GrantRow, stateOf } from './card-queries.ts';
import { cardWorth } from './card-worth.ts';
import { grantCard } from './grant-card.ts';
import { endGrant, type RefundState, refundStateOf } from './refund-card.ts';
import { findGrant, pageSold } from './sold-queries.ts';

/** The same lines for staff and for the player. */
export function previewOf({ refund, refusal }: RefundState, say: Say): RefundPreview {
  const { lines, totalFen, byDaysFen, byRightsFen, bySavedFen, coinsBack } = refund;
  const why = refusal ?? (totalFen === 0 ? 'cards:error.nothingLeft' : undefined);
  return {
    lines: lines.map(({ kind, used, of, amountFen }) => ({
      kind,
      text: say(`cards:refundText.${kind}`, { used: kind === 'saved' ? formatFen(used) : used, of }),
      amountFen,
    })),
    totalFen,
    byDaysFen,
    byRightsFen,
    bySavedFen,
    coinsBack,
    refusal: why ? say(why) : null,
  };
}

async function requireGrant({ db, session }: StaffContext, id: string): Promise<GrantRow> {
  const grant = await findGrant(db.read, session.scope, id);
  if (!grant) throw missing();
  return grant;
}

async function requireBought(context: StaffContext, id: string): Promise<GrantRow & { orderId: string }> {
  const grant = await requireGrant(context, id);
  if (!grant.orderId) throw invalid('cards:error.notPaid');
  return { ...grant, orderId: grant.orderId };
}

const logged = ({ tenantId, siteId, id, name }: GrantRow) => ({
  entity: 'cardGrant',
  entityId: id,
  tenantId,
  siteId,
  label: name,
});

export const soldHandlers: Handlers<typeof soldCalls> = {
  async listSoldCards({ db, session, clock }, input) {
    const now = clock.now();
    const page = await pageSold(db.read, session.scope, input, now);
    return mapPage(page, ({ grantEndedAt, cardEndedAt, ...row }) => ({
      ...row,
      state: stateOf({ endedAt: grantEndedAt ?? cardEndedAt, expiresAt: row.expiresAt }, now),
    }));
  },

  async giveCard(context, { playerId, fieldId, typeId, reason }) {
    const { session, services } = context;
    const { tenantId, userId, name: userName } = session;
    const now = context.clock.now();
    return context.db.transaction(async (tx) => {
      await assertSites(tx, session.scope, [fieldId]);
      if (!(await findVisitor(services, tx, tenantId, playerId))) throw missing('cards:error.noMember');
      const card = await cardWorth(tx, services, tenantId, typeId);
      if (!card) throw missing('cards:error.noType');
      if (!card.holdsAt(fieldId)) throw invalidField('typeId', 'cards:error.notAtSite', { name: card.name });
      const id = newId(now.getTime());
      const { worthFen } = card;
      const day = await giveWorth(tx, context, { door: 'card', subjectId: id, units: 1, worthFen });
      const giver = { userId, userName, day };
      const place = { tenantId, siteId: fieldId, playerId, typeId };
      const given = await grantCard(tx, { ...place, id, source: 'gift', reason, now, giver });
      await audit(tx, context, {
        action: 'cards.give',
        entity: 'cardGrant',
        entityId: given.id,
        siteId: fieldId,
        label: given.name,
        after: { playerId, worth: formatFen(worthFen), reason },
      });
      return given;
    });
  },

  async takeBackCard(context, { id, reason }) {
    const found = await requireGrant(context, id);
    if (found.orderId) throw invalid('cards:error.refundInstead');
    const now = context.clock.now();
    await context.db.transaction(async (tx) => {
      const [grant] = await find(tx, context.session.scope, cardGrants, { id }, 'update');
      if (!grant) throw missing();
      const refundState = await refundStateOf(tx, grant, now, 'update');
      if (refundState.refusal) throw conflict(refundState.refusal);
      await endGrant(tx, grant, refundState, now);
      await audit(tx, context, { action: 'cards.takeBack', ...logged(grant), after: { reason } });
    });
  },

  async previewCardRefund(context, { id }) {
    const { services, db, session } = context;
    const say = sayFor(context);
    const grant = await requireBought(context, id);
    const preview = previewOf(await refundStateOf(db.read, grant, context.clock.now()), say);
    const order = await findOrder(db.read, session.scope, grant.orderId);
    const besides = preview.refusal
      ? []
      : (await refundBesides(services, db.read, order, preview.totalFen, say)).tells;
    return { ...preview, besides: [...besides] };
  },

  async refundCard(context, { id, amountFen, reason }) {
    const { services, session } = context;
    const grant = await requireBought(context, id);
    return context.db.transaction(async (tx) => {
      const { refund, refusal } = await refundStateOf(tx, grant, context.clock.now());
      if (refusal) throw conflict(refusal);
      if (refund.totalFen !== amountFen)
        throw conflict('cards:error.otherAmount', { amount: formatFen(refund.totalFen) });
      // what is due is worked out once more when card and accounts are held
      const { order } = await refundOrder(
        tx,
        services,
        { tenantId: grant.tenantId, id: grant.orderId },
        {
          amount: amountFen,
          reason,
          automatic: false,
          user: { id: session.userId, name: session.name },
        },
      );
      await audit(tx, context, {
        action: 'cards.refund',
        ...logged(grant),
        after: { amountFen, reason, orderNumber: order.number },
      });
      return { amountFen, orderNumber: order.number };
    });
  },
};
