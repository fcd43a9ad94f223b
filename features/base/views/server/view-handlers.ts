import { and, asc, eq, or, sql } from 'drizzle-orm';
import { inOwnTenant } from '#features/base/accounts/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { addRow, change, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { mostViews, viewsChanged, type viewsContract } from '../contract.ts';
import { savedViews } from '../tables.ts';

const view = subjectOf(savedViews, {
  entity: 'savedView',
  label: ({ name }) => name,
  unlogged: ['userId', 'page', 'query'],
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), viewsChanged, {})],
  taken: { saved_view_name: { field: 'name', key: 'views:error.nameTaken' } },
});

/** A person who wants to change another person's view is told that there is none. */
function assertOwn(session: StaffSession, { userId }: { userId: string }): void {
  if (userId !== session.userId) throw missing();
}

async function assertRoom(tx: Tx, { scope, userId }: StaffSession, page: string): Promise<void> {
  const kept = rows(scope, savedViews);
  const [found] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(kept)
    .where(and(eq(kept.userId, userId), eq(kept.page, page)));
  if ((found?.count ?? 0) >= mostViews) throw conflict('views:error.tooMany', { count: mostViews });
}

export const viewHandlers: Handlers<typeof viewsContract> = {
  async listViews(context, { page }) {
    const { db, session } = inOwnTenant(context);
    const kept = rows(session.scope, savedViews);
    const found = await db.read
      .select()
      .from(kept)
      .where(and(eq(kept.page, page), or(eq(kept.userId, session.userId), kept.shared)))
      .orderBy(asc(kept.createdAt), asc(kept.id));
    return found.map(({ id, name, query, range, shared, userId, userName }) => ({
      id,
      name,
      query,
      range,
      isOwn: userId === session.userId,
      isShared: shared,
      userName,
    }));
  },

  async saveView(context, { page, name, query, range }) {
    const own = inOwnTenant(context);
    const { session, clock } = own;
    return own.db.transaction(async (tx) => {
      await assertRoom(tx, session, page);
      const { userId, name: userName } = session;
      const values = { createdAt: clock.now(), userId, userName, page, name, query, range: range ?? null };
      return addRow(tx, own, view, { action: 'views.save' }, values);
    });
  },

  renameView: (context, { id, name }) =>
    change(inOwnTenant(context), view, { id, action: 'views.rename' }, (row) => {
      assertOwn(context.session, row);
      return { name };
    }),

  async removeView(context, { id }) {
    await drop(inOwnTenant(context), view, { ids: [id], action: 'views.remove' }, (found) => {
      for (const row of found) assertOwn(context.session, row);
    });
  },

  shareView: (context, { id, shared }) =>
    change(inOwnTenant(context), view, { id, action: shared ? 'views.share' : 'views.unshare' }, (row) => {
      // who may share also takes back what somebody shared who has left
      if (shared || !row.shared) assertOwn(context.session, row);
      return { shared };
    }),
};
