import { and, eq, inArray, isNull } from 'drizzle-orm';
import { markDue } from '#features/machines/ads/server/public.ts';
import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { auditMany } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { platformScope } from '#kit/server/scope.ts';
import { find, insertMany, update } from '#kit/server/tables.ts';
import { adTasksChanged, type adtasksContract } from '../contract.ts';
import { adAcceptances, adTasks } from '../tables.ts';
import type { TaskRow } from './book-income.ts';
import { adDays, pageAdIncome, pageTaskMachines, pageTasks } from './task-queries.ts';

type Contract = Pick<
  typeof adtasksContract,
  'listTasks' | 'acceptTask' | 'leaveTask' | 'listTaskMachines' | 'listAdIncome' | 'readAdDays'
>;

const nameOf = ({ name, code }: DeviceView) => name ?? code;

/** The row is held: accepting and ending a task come one after the other. */
async function taskOf(tx: Tx, id: string): Promise<TaskRow> {
  const [task] = await find(tx, platformScope, adTasks, { id }, 'update');
  if (!task) throw missing();
  return task;
}

async function machinesOf(tx: Tx, { session }: StaffContext, ids: readonly string[]): Promise<DeviceView[]> {
  const wanted = [...new Set(ids)];
  const machines = await listDevices(tx, session.scope, { ids: wanted });
  if (machines.length < wanted.length || machines.some(({ controlled }) => !controlled)) throw missing();
  return machines;
}

function assertOpen(task: TaskRow, machines: readonly DeviceView[], today: string): void {
  const isOver = task.endedAt !== null || task.toDay < today || task.budgetFen - task.paidFen < task.priceFen;
  if (isOver) throw conflict('adtasks:error.closed');
  const other = machines.find(({ type }) => !task.types.includes(type));
  if (other) throw invalidField('equipmentIds', 'adtasks:error.otherType', { name: nameOf(other) });
}

/** Machines whose content changed are sent it; people see it in the log and on open pages. */
async function report(
  tx: Tx,
  context: StaffContext,
  { task, machines, action }: { task: TaskRow; machines: readonly DeviceView[]; action: string },
): Promise<void> {
  const { tenantId } = context.session;
  await markDue(
    tx,
    tenantId,
    machines.map(({ deviceId }) => deviceId),
  );
  await auditMany(
    tx,
    context,
    machines.map((machine) => ({
      ...{ action, entity: 'device', entityId: machine.deviceId, siteId: machine.siteId },
      ...{ label: nameOf(machine), after: { task: task.title } },
    })),
  );
  await emitAll(
    tx,
    [platformTopic, tenantTopic(tenantId)].map((topic) => told(topic, adTasksChanged, {})),
  );
}

export const taskHandlers: Handlers<Contract> = {
  listTasks: ({ db, session, clock }, input) =>
    pageTasks(db.read, { scope: session.scope, today: businessDay(clock.now()) }, input),

  async acceptTask(context, { id, equipmentIds }) {
    const { db, session, clock } = context;
    return db.transaction(async (tx) => {
      const task = await taskOf(tx, id);
      const machines = await machinesOf(tx, context, equipmentIds);
      const now = clock.now();
      assertOpen(task, machines, businessDay(now));
      const before = await find(tx, session.scope, adAcceptances, { taskId: id, endedAt: null });
      const known = new Set(before.map(({ deviceId }) => deviceId));
      const fresh = machines.filter(({ deviceId }) => !known.has(deviceId));
      if (fresh.length === 0) return { machines: 0 };
      await insertMany(
        tx,
        session.scope,
        adAcceptances,
        fresh.map(({ deviceId }) => ({ id: newId(now.getTime()), createdAt: now, taskId: id, deviceId })),
      );
      await report(tx, context, { task, machines: fresh, action: 'adtasks.accept' });
      return { machines: fresh.length };
    });
  },

  async leaveTask(context, { id, equipmentIds }) {
    const { db, session, clock } = context;
    await db.transaction(async (tx) => {
      const task = await taskOf(tx, id);
      const machines = await machinesOf(tx, context, equipmentIds);
      const ended = await update(
        tx,
        session.scope,
        adAcceptances,
        ({ taskId, endedAt, deviceId }) =>
          and(
            eq(taskId, id),
            isNull(endedAt),
            inArray(
              deviceId,
              machines.map((machine) => machine.deviceId),
            ),
          ),
        { endedAt: clock.now() },
      );
      const left = new Set(ended.map(({ deviceId }) => deviceId));
      const those = machines.filter(({ deviceId }) => left.has(deviceId));
      if (those.length > 0) await report(tx, context, { task, machines: those, action: 'adtasks.leave' });
    });
  },

  listTaskMachines: ({ db, session }, input) => pageTaskMachines(db.read, session.scope, input),
  listAdIncome: ({ db, session }, input) => pageAdIncome(db.read, session.scope, input),
  readAdDays: ({ db, session }, input) => adDays(db.read, session.scope, input),
};
