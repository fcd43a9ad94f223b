import { assertSites } from '#features/base/sites/server/public.ts';
import { giveUnits, settleWorth } from '#features/money/allowance/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { addRow, changeRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { type FreePlayState, type freePlayCalls, freePlaysChanged } from '../contract/free-plays.ts';
import { freePlays } from '../tables.ts';
import { pageFreePlays } from './free-play-queries.ts';
import { findMember } from './member-queries.ts';

const subject = subjectOf(freePlays, {
  entity: 'freePlay',
  label: ({ reason }) => reason,
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), freePlaysChanged, {})],
});

interface FreePlayFacts {
  plays: number;
  used: number;
  expiresAt: Date;
  revokedAt: Date | null;
}

function stateOf({ plays, used, expiresAt, revokedAt }: FreePlayFacts, now: Date): FreePlayState {
  if (used >= plays) return 'used';
  if (revokedAt) return 'revoked';
  return expiresAt > now ? 'open' : 'expired';
}

export const freePlayHandlers: Handlers<typeof freePlayCalls> = {
  async listFreePlays({ db, session, clock }, input) {
    const now = clock.now();
    const page = await pageFreePlays(db.read, session.scope, input, now);
    return mapPage(page, (row) => {
      const state = stateOf(row, now);
      return { ...row, state, left: state === 'open' ? row.plays - row.used : 0 };
    });
  },

  async giveFreePlays(context, { playerId, fieldId, plays, days, reason }) {
    const { session } = context;
    const now = context.clock.now();
    return context.db.transaction(async (tx) => {
      await assertSites(tx, session.scope, [fieldId]);
      if (!(await findMember(tx, session.scope, playerId))) throw missing('members:error.noMember');
      const id = newId(now.getTime());
      const gift = { door: 'freePlay', subjectId: id, unit: 'play', units: plays } as const;
      const day = await giveUnits(tx, context, gift);
      return addRow(
        tx,
        context,
        subject,
        { action: 'members.giveFreePlays' },
        {
          id,
          createdAt: now,
          playerId,
          siteId: fieldId,
          plays,
          reason,
          userId: session.userId,
          userName: session.name,
          day,
          expiresAt: new Date(now.getTime() + days * dayMs),
        },
      );
    });
  },

  async revokeFreePlays(context, { ids }) {
    const revokedAt = context.clock.now();
    await context.db.transaction(async (tx) => {
      const action = 'members.revokeFreePlays';
      const revoked = await changeRows(tx, context, subject, { ids, action }, (row) =>
        row.revokedAt || row.used >= row.plays || row.orderId ? undefined : { revokedAt },
      );
      for (const { tenantId, id, used } of revoked)
        await settleWorth(tx, tenantId, { door: 'freePlay', subjectId: id }, used);
    });
  },
};
