import { and, eq, max } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows, update } from '#kit/server/tables.ts';
import { adIncomeChanged, type adtasksContract } from '../contract.ts';
import { adDoubts, adIncomes, adTasks } from '../tables.ts';
import { bookIncome } from './book-income.ts';
import { pageDoubts } from './task-queries.ts';

type Contract = Pick<typeof adtasksContract, 'listDoubts' | 'decideDoubt'>;

async function nextTurn(tx: Tx, { tenantId, taskId, deviceId, hourAt }: RowOf<typeof adDoubts>) {
  const income = rows(tenantScope(tenantId), adIncomes);
  const [last] = await tx
    .select({ turn: max(income.turn) })
    .from(income)
    .where(and(eq(income.taskId, taskId), eq(income.deviceId, deviceId), eq(income.hourAt, hourAt)));
  return (last?.turn ?? 0) + 1;
}

export const doubtHandlers: Handlers<Contract> = {
  listDoubts: ({ db, session }, input) => pageDoubts(db.read, session.scope, input),

  async decideDoubt(context, { id, approve }) {
    const { db, session, clock } = context;
    return db.transaction(async (tx) => {
      const [seen] = await find(tx, platformScope, adDoubts, { id });
      if (!seen) throw missing();
      // the task first, as the fold does
      const [task] = await find(tx, platformScope, adTasks, { id: seen.taskId }, 'update');
      const [doubt] = await find(tx, platformScope, adDoubts, { id }, 'update');
      if (!task || !doubt) throw missing();
      if (doubt.state !== 'open') throw conflict('adtasks:error.decided');
      if (approve && task.budgetFen - task.paidFen < task.priceFen) throw conflict('adtasks:error.spent');
      const { tenantId, deviceId, siteId, hourAt, plays } = doubt;
      const now = clock.now();
      const state = approve ? 'approved' : 'refused';
      await update(
        tx,
        tenantScope(tenantId),
        adDoubts,
        { id },
        { state, decidedBy: session.userId, decidedByName: session.name, decidedAt: now },
      );
      const turn = await nextTurn(tx, doubt);
      const amountFen = approve
        ? await bookIncome(tx, task, [{ tenantId, deviceId, siteId, hourAt, plays, turn, doubtId: id }], now)
        : 0;
      await audit(tx, context, {
        ...{ action: approve ? 'adtasks.approve' : 'adtasks.refuse', entity: 'adDoubt', entityId: id },
        ...{ label: task.title, tenantId, siteId, after: { plays, amountFen, reason: doubt.reason } },
      });
      await emitAll(
        tx,
        [platformTopic, tenantTopic(tenantId)].map((topic) => told(topic, adIncomeChanged, {})),
      );
      return { state, amountFen };
    });
  },
};
