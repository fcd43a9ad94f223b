import { forbidden, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { figuresChanged, type figuresContract } from '../contract.ts';
import { pageCorrections, pageTasks } from './figure-queries.ts';
import { fixDay } from './fix-day.ts';
import { wantRecount } from './work-on-figures.ts';

/** A day is fixed and a recount made for a whole organisation: by those who see all of it. */
function wholeOf(scope: Scope): string {
  if (scope.kind !== 'tenant') throw missing();
  if (scope.siteIds !== null) throw forbidden('figures:error.limitedAccount');
  return scope.tenantId;
}

export const figureHandlers: Handlers<typeof figuresContract> = {
  async fixDay(context, { date }) {
    const { session, clock } = context;
    const tenantId = wholeOf(session.scope);
    return context.db.transaction(async (tx) => {
      const user = { id: session.userId, name: session.name };
      const { fixed, isNew } = await fixDay(tx, { tenantId, day: date, user, now: clock.now() });
      if (isNew) {
        const entry = { entity: 'figureDay', entityId: date, label: date, after: { day: date } };
        await audit(tx, context, { action: 'figures.fix', ...entry });
        await emit(tx, tenantTopic(tenantId), figuresChanged, {});
      }
      return { day: fixed.day, fixedAt: fixed.fixedAt, userName: fixed.userName };
    });
  },

  async recount(context) {
    const { session, clock } = context;
    const tenantId = wholeOf(session.scope);
    return context.db.transaction(async (tx) => {
      const id = await wantRecount(tx, { tenantId, userName: session.name, now: clock.now() });
      await audit(tx, context, { action: 'figures.recount', entity: 'figureTask', entityId: id, label: '' });
      await emit(tx, tenantTopic(tenantId), figuresChanged, {});
      return { id };
    });
  },

  listCorrections: ({ db, session: { scope } }, input) => pageCorrections(db.read, scope, input),

  listTasks: ({ db, session: { scope } }, input) => pageTasks(db.read, scope, input),
};
