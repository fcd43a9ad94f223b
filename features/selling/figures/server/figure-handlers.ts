import { forbidden, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { incomeContract } from '../contract/income.ts';
import { isMoney, type Measure, wayOf } from '../contract/measures.ts';
import { figuresChanged, type figuresContract } from '../contract.ts';
import { pageCorrections, pageFixedDays, pageTasks, sumCorrections } from './figure-queries.ts';
import { fixDay } from './fix-day.ts';
import { wantRecount } from './work-on-figures.ts';

/** A day is fixed and a recount made for a whole organisation: by those who see all of it. */
function wholeOf(scope: Scope): string {
  if (scope.kind !== 'tenant') throw missing();
  if (scope.siteIds !== null) throw forbidden('figures:error.limitedAccount');
  return scope.tenantId;
}

/** A measure by its name, and its amount as what it is. */
function inWords({ measure, amount }: { measure: Measure; amount: number }, say: Say) {
  const order = wayOf(measure);
  const name = say(`figures:measure.${order?.measure ?? measure}`);
  return {
    measure,
    measureName: order ? `${name} · ${say(`figures:incomeSource.${order.way}`)}` : name,
    amount,
    count: isMoney(measure) ? null : amount,
    amountFen: isMoney(measure) ? amount : null,
  };
}

export const figureHandlers: Handlers<Omit<typeof figuresContract, keyof typeof incomeContract>> = {
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

  async listCorrections(context, input) {
    const page = await pageCorrections(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => ({ ...row, ...inWords(row, sayFor(context)) }));
  },

  async sumCorrections(context, input) {
    const sums = await sumCorrections(context.db.read, context.session.scope, input);
    return sums.filter(({ amount }) => amount !== 0).map((row) => inWords(row, sayFor(context)));
  },

  listFixedDays: ({ db, session: { scope } }, input) => pageFixedDays(db.read, scope, input),

  async listTasks({ db, session: { scope } }, input) {
    const page = await pageTasks(db.read, scope, input);
    return mapPage(page, (task) => ({
      ...task,
      state: task.endedAt
        ? ('ended' as const)
        : task.total === null
          ? ('waiting' as const)
          : ('running' as const),
    }));
  },
};
