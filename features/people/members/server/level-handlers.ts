import { markVisitors } from '#features/base/players/server/public.ts';
import { assertSites, siteNames } from '#features/base/sites/server/public.ts';
import { checkTerm, withStanding } from '#features/selling/packages/server/public.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { assertFromNow } from '#kit/kernel/from-now.ts';
import { addRow, changeRow, drop, dropRows, subjectOf } from '#kit/server/change.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { assertWhole } from '#kit/server/scope.ts';
import { type levelCalls, levelChanged } from '../contract/levels.ts';
import { levelDiscounts, memberLevels } from '../tables.ts';
import { countHolders, levelsOf, pageLevelDiscounts, pageLevels } from './level-queries.ts';
import { allMembers } from './member-queries.ts';

const tells = ({ tenantId }: { tenantId: string }) => [told(tenantTopic(tenantId), levelChanged, {})];

const levelSubject = subjectOf(memberLevels, {
  entity: 'memberLevel',
  label: ({ name }) => name,
  alive: { removedAt: null },
  taken: {
    member_level_name: { key: 'members:error.sameName', field: 'name' },
    member_level_rank: { key: 'members:error.sameRank', field: 'rank' },
  },
  tells,
});

const discountSubject = subjectOf(levelDiscounts, {
  entity: 'levelDiscount',
  label: ({ name }) => name,
  alive: { removedAt: null },
  taken: { level_discount_name: { key: 'members:error.sameName', field: 'name' } },
  tells,
});

/** Levels hold at all sites: who works at some of them does not decide for the others. */
export const assertMayChangeLevels = ({ session }: StaffContext): void =>
  assertWhole(session.scope, 'members:error.wholeMerchant');

/** Everybody is looked at once more: who has paid enough by now has the level in a moment. */
async function lookAtAll(tx: Tx, { session }: StaffContext): Promise<void> {
  await markVisitors(tx, session.tenantId, await allMembers(tx, session.tenantId));
}

async function assertUnused(tx: Tx, { session }: StaffContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const count = await countHolders(tx, session.scope, id);
    if (count > 0) throw invalid('members:error.levelInUse', { count });
  }
}

export const levelHandlers: Handlers<typeof levelCalls> = {
  listLevels: ({ db, session }, input) => pageLevels(db.read, session.scope, input),

  async saveLevel(context, { id, ...values }) {
    assertMayChangeLevels(context);
    if (values.topUpFen === null && values.spendFen === null)
      throw invalidField('topUpFen', 'members:error.noCondition');
    if (values.bonusCoins > 0 && values.topUpFen === null)
      throw invalidField('bonusCoins', 'members:error.bonusNeedsTopUp');
    return context.db.transaction(async (tx) => {
      const row = id
        ? await changeRow(tx, context, levelSubject, { id, action: 'members.changeLevel' }, () => values)
        : await addRow(tx, context, levelSubject, { action: 'members.addLevel' }, values);
      await lookAtAll(tx, context);
      return row;
    });
  },

  async removeLevels(context, { ids }) {
    assertMayChangeLevels(context);
    await context.db.transaction(async (tx) => {
      const set = { removedAt: context.clock.now() };
      await dropRows(tx, context, levelSubject, { ids, action: 'members.removeLevel', set }, () =>
        assertUnused(tx, context, ids),
      );
    });
  },

  async listLevelDiscounts(context, input) {
    const { db, session, clock } = context;
    const page = await pageLevelDiscounts(db.read, session.scope, input);
    const names = await siteNames(
      db.read,
      session.scope,
      page.records.flatMap(({ siteIds }) => siteIds),
    );
    return mapPage(page, (row) => ({
      ...withStanding(row, clock.now()),
      siteNames:
        row.siteIds.length === 0
          ? [sayFor(context)('members:page.allSites')]
          : row.siteIds.flatMap((id) => names.get(id) ?? []),
    }));
  },

  async saveLevelDiscount(context, { id, ...values }) {
    assertMayChangeLevels(context);
    checkTerm(values);
    const { scope, tenantId } = context.session;
    if (values.siteIds.length > 0) await assertSites(context.db.read, scope, values.siteIds);
    return context.db.transaction(async (tx) => {
      const levels = await levelsOf(tx, tenantId);
      if (!levels.some((level) => level.id === values.levelId)) throw missing('members:error.noLevel');
      const now = context.clock.now();
      if (!id) assertFromNow(values, now);
      return id
        ? changeRow(tx, context, discountSubject, { id, action: 'members.changeDiscount' }, (before) => {
            assertFromNow(values, now, { before });
            return values;
          })
        : addRow(tx, context, discountSubject, { action: 'members.addDiscount' }, values);
    });
  },

  async removeLevelDiscounts(context, { ids }) {
    assertMayChangeLevels(context);
    await drop(context, discountSubject, {
      ids,
      action: 'members.removeDiscount',
      set: { removedAt: context.clock.now() },
    });
  },
};
