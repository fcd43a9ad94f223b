import { assertSites } from '#features/base/sites/server/public.ts';
import { findMember } from '#features/people/members/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { insert } from '#kit/server/tables.ts';
import type { adjustContract } from '../contract/adjust.ts';
import { pointAdjustments } from '../tables.ts';
import { pageAdjustments } from './adjust-queries.ts';
import { leftInPoints, spendAllowance } from './limit-adjusting.ts';
import { adjustPoints } from './move-points.ts';

type Calls = Pick<typeof adjustContract, 'readAdjustAllowance' | 'adjustPoints' | 'listAdjustments'>;

export const adjustHandlers: Handlers<Calls> = {
  readAdjustAllowance: leftInPoints,

  listAdjustments: ({ db, session }, input) => pageAdjustments(db.read, session.scope, input),

  async adjustPoints(context, { playerId, fieldId, unit, direction, amount, reason }) {
    const { session } = context;
    const now = context.clock.now();
    const id = newId(now.getTime());
    const sign = direction === 'add' ? 1 : -1;
    return context.db.transaction(async (tx) => {
      await assertSites(tx, session.scope, [fieldId]);
      const member = await findMember(tx, session.scope, playerId);
      if (!member) throw missing('points:error.noMember');
      const wish = { subjectId: id, unit, amount, field: 'amount' };
      const day = await spendAllowance(tx, context, { door: 'points', ...wish });
      const holder = { tenantId: session.tenantId, playerId, siteId: fieldId, unit };
      const { before, after } = await adjustPoints(
        tx,
        {
          ...holder,
          amount,
          key: `points-adjusted:${id}`,
          subject: { kind: 'pointAdjustment', id },
          remark: reason,
          at: now,
        },
        sign,
      );
      await insert(tx, session.scope, pointAdjustments, {
        id,
        createdAt: now,
        playerId,
        siteId: fieldId,
        unit,
        amount: sign * amount,
        before,
        after,
        reason,
        userId: session.userId,
        userName: session.name,
        day,
      });
      await audit(tx, context, {
        action: 'points.adjust',
        entity: 'pointAdjustment',
        entityId: id,
        siteId: fieldId,
        label: member.playerName ?? '',
        before: { unit, amount: before },
        after: { unit, amount: after, reason },
      });
      return { id, before, after };
    });
  },
};
