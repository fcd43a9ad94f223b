import { assertSites } from '#features/base/sites/server/public.ts';
import { assertNotLimited } from '#features/money/allowance/server/public.ts';
import { assertLevel } from '#features/people/members/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import { drop, subjectOf } from '#kit/server/change.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { assertWhole, reaches } from '#kit/server/scope.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { pointRulesChanged } from '../contract/events.ts';
import type { rulesContract } from '../contract/rules.ts';
import { pointRates } from '../tables.ts';
import { pageRates } from './rate-queries.ts';
import { lockRule, type NewRate, type RuleRow, readRule, writeRate, writeRule } from './rule-queries.ts';

const rate = subjectOf(pointRates, {
  entity: 'pointRate',
  label: ({ kind }) => kind,
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), pointRulesChanged)],
});

const shownRule = ({ tenantId: _, activeSince, ...rule }: RuleRow) => ({
  ...rule,
  active: activeSince !== null,
});

/** What holds at all sites is set by who sees all of them. */
export function assertAllSites({ scope }: StaffSession): void {
  assertWhole(scope, 'points:error.allSites');
}

async function keepRate(tx: Tx, context: StaffContext, values: NewRate): Promise<void> {
  const { tenantId } = context.session;
  await writeRate(tx, tenantId, values);
  await audit(tx, context, {
    action: 'points.saveRate',
    entity: 'pointRate',
    entityId: values.subjectId,
    label: values.kind,
    after: { ...values },
  });
  await emit(tx, tenantTopic(tenantId), pointRulesChanged);
}

export const ruleHandlers: Handlers<typeof rulesContract> = {
  readPointRules: async ({ db, session }) => shownRule(await readRule(db.read, session.tenantId)),

  async savePointRules(context, { active, pointDays = null, ticketDays = null, ...given }) {
    const { session, clock } = context;
    assertAllSites(session);
    await context.db.transaction(async (tx) => {
      const before = await lockRule(tx, session.tenantId);
      const limitsChange =
        // what a point is worth decides how many of them an allowance covers
        before.adjustMost !== given.adjustMost || before.worthFen !== given.worthFen;
      if (limitsChange) await assertNotLimited(tx, context);
      const activeSince = active ? (before.activeSince ?? clock.now()) : null;
      const after = { ...given, pointDays, ticketDays, activeSince, tenantId: session.tenantId };
      await writeRule(tx, after);
      await audit(tx, context, {
        action: 'points.saveRules',
        entity: 'pointRule',
        entityId: session.tenantId,
        label: '',
        before: shownRule(before),
        after: shownRule(after),
      });
      await emit(tx, tenantTopic(session.tenantId), pointRulesChanged);
    });
    return {};
  },

  async listRates(context, input) {
    const say = sayFor(context);
    const page = await pageRates(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => ({
      ...row,
      says:
        row.kind === 'site'
          ? say('points:rate.site', { perYuan: row.perYuan ?? 0, perCoin: row.perCoin ?? 0 })
          : say('points:rate.level', { percent: row.percent ?? 0 }),
    }));
  },

  async saveSiteRate(context, { fieldId, perYuan, perCoin }) {
    await context.db.transaction(async (tx) => {
      await assertSites(tx, context.session.scope, [fieldId]);
      await keepRate(tx, context, {
        id: newId(context.clock.now().getTime()),
        kind: 'site',
        subjectId: fieldId,
        perYuan,
        perCoin,
        percent: null,
      });
    });
    return {};
  },

  async saveLevelRate(context, { levelId, percent }) {
    assertAllSites(context.session);
    await context.db.transaction(async (tx) => {
      await assertLevel(tx, context.session.scope, levelId);
      await keepRate(tx, context, {
        id: newId(context.clock.now().getTime()),
        kind: 'level',
        subjectId: levelId,
        perYuan: null,
        perCoin: null,
        percent,
      });
    });
    return {};
  },

  async removeRates(context, { ids }) {
    const { session } = context;
    await drop(context, rate, { ids, action: 'points.removeRate' }, (list) => {
      for (const { tenantId, kind, subjectId } of list)
        if (kind === 'level') assertAllSites(session);
        else if (!reaches(session.scope, { tenantId, siteId: subjectId })) throw missing();
    });
  },
};
