import { and, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { machineView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { elsewhere, equals, pageRows, search, sinceDay, untilDay } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { adtasksContract, type TaskState } from '../contract.ts';
import { adAcceptances, adDoubts, adIncomes, adTasks } from '../tables.ts';
import { adIncomeDays } from './income-days.ts';

/** Where a task stands on a day of the platform. */
export const stateOf = (
  { endedAt, paidFen, budgetFen, priceFen, fromDay, toDay }: ColumnsOf<typeof adTasks>,
  today: string,
): SQL<TaskState> => sql<TaskState>`case when ${endedAt} is not null then 'ended'
  when ${budgetFen} - ${paidFen} < ${priceFen} then 'spent' when ${toDay} < ${today}::date then 'over'
  when ${fromDay} > ${today}::date then 'coming' else 'running' end`;

/** Machines that show each task now, of those the scope reaches. */
function machinesOfTasks(scope: Scope) {
  const { device } = machineView(scope);
  const taken = rows(scope, adAcceptances);
  return new QueryBuilder()
    .select({
      taskId: taken.taskId,
      machines: sql<number>`count(*)::int`.as('machines'),
      merchants: sql<number>`count(distinct ${taken.tenantId})::int`.as('merchants'),
    })
    .from(taken)
    .innerJoin(device, and(eq(device.tenantId, taken.tenantId), eq(device.id, taken.deviceId)))
    .where(and(isNull(taken.endedAt), isNull(device.unboundAt)))
    .groupBy(taken.taskId)
    .as('showing');
}

function incomeOfTasks(scope: Scope) {
  const income = rows(scope, adIncomes);
  return new QueryBuilder()
    .select({
      taskId: income.taskId,
      plays: sql<number>`sum(${income.plays})::int`.as('paid_plays'),
      fen: sql<number>`sum(${income.amountFen})::int`.as('income_fen'),
    })
    .from(income)
    .groupBy(income.taskId)
    .as('income');
}

function doubtsOfTasks(scope: Scope) {
  const doubt = rows(scope, adDoubts);
  return new QueryBuilder()
    .select({ taskId: doubt.taskId, plays: sql<number>`sum(${doubt.plays})::int`.as('doubted_plays') })
    .from(doubt)
    .where(eq(doubt.state, 'open'))
    .groupBy(doubt.taskId)
    .as('doubted');
}

const count = (column: SQL | unknown) => sql<number>`coalesce(${column}, 0)`.mapWith(Number);

function taskRows(scope: Scope, today: string) {
  const task = rows(platformScope, adTasks);
  const showing = machinesOfTasks(scope);
  const income = incomeOfTasks(scope);
  return {
    task,
    showing,
    income,
    state: stateOf(task, today),
    selected: {
      ...pick(task, 'id', 'title', 'link', 'seconds', 'priceFen', 'fromDay', 'toDay', 'types', 'createdAt'),
      state: stateOf(task, today),
      machines: count(showing.machines),
      plays: count(income.plays),
    },
  };
}

const isState = (state: SQL) => (wanted: string) => sql`${state} = ${wanted}`;

export function pageOffers(
  reader: Reader,
  today: string,
  input: ParsedInputOf<typeof adtasksContract.listOffers>,
) {
  const { task, showing, income, state, selected } = taskRows(platformScope, today);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ ...selected, ...pick(task, 'budgetFen', 'paidFen'), merchants: count(showing.merchants) })
        .from(task)
        .leftJoin(showing, eq(showing.taskId, task.id))
        .leftJoin(income, eq(income.taskId, task.id)),
    of: task,
    filters: { title: search(task.title), state: isState(state) },
    ...newestFirst(task),
  });
}

/** What is offered now, and what the merchant has or had. */
export function pageTasks(
  reader: Reader,
  { scope, today }: { scope: Scope; today: string },
  input: ParsedInputOf<typeof adtasksContract.listTasks>,
) {
  const { task, showing, income, state, selected } = taskRows(scope, today);
  const doubted = doubtsOfTasks(scope);
  const taken = rows(scope, adAcceptances);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...selected,
          leftFen: sql<number>`${task.budgetFen} - ${task.paidFen}`.mapWith(Number),
          incomeFen: count(income.fen),
          doubted: count(doubted.plays),
        })
        .from(task)
        .leftJoin(showing, eq(showing.taskId, task.id))
        .leftJoin(income, eq(income.taskId, task.id))
        .leftJoin(doubted, eq(doubted.taskId, task.id)),
    of: task,
    where: or(
      sql`${state} in ('coming', 'running')`,
      exists(reader.select({ one: sql`1` }).from(taken).where(eq(taken.taskId, task.id))),
    ),
    filters: { title: search(task.title), state: isState(state) },
    ...newestFirst(task),
  });
}

export const pageTaskMachines = listing(adtasksContract.listTaskMachines, (reader, scope, input) => {
  const { device, site, names, ofSite } = machineView(scope);
  const taken = rows(scope, adAcceptances);
  const day = rows(scope, adIncomes);
  const earned = reader
    .select({
      deviceId: day.deviceId,
      plays: sql<number>`sum(${day.plays})::int`.as('paid_plays'),
      fen: sql<number>`sum(${day.amountFen})::int`.as('income_fen'),
    })
    .from(day)
    .where(eq(day.taskId, input.id))
    .groupBy(day.deviceId)
    .as('earned');
  const { equipmentId, equipmentNo, equipmentName, fieldId, fieldName } = names;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ equipmentId, equipmentNo, equipmentName, fieldId, fieldName },
          plays: count(earned.plays),
          incomeFen: count(earned.fen),
          createdAt: taken.createdAt,
        })
        .from(taken)
        .innerJoin(device, and(eq(device.tenantId, taken.tenantId), eq(device.id, taken.deviceId)))
        .leftJoin(site, ofSite)
        .leftJoin(earned, eq(earned.deviceId, taken.deviceId)),
    where: and(eq(taken.taskId, input.id), isNull(taken.endedAt), isNull(device.unboundAt)),
    filters: { id: elsewhere, keyword: search(sql`${device.number}::text`, device.code, device.name) },
    ...newestFirst(taken),
  });
});

export const pageAdIncome = listing(adtasksContract.listAdIncome, (reader, scope, input) => {
  const { device, names } = machineView(scope);
  const site = siteView(scope);
  const income = rows(scope, adIncomeDays);
  const task = rows(platformScope, adTasks);
  const { equipmentId, equipmentNo, equipmentName } = names;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(income, 'id', 'day', 'plays', 'cut', 'amountFen'),
          ...{ equipmentId, equipmentNo, equipmentName, fieldId: income.siteId, fieldName: site.name },
          title: task.title,
        })
        .from(income)
        .innerJoin(task, eq(task.id, income.taskId))
        .innerJoin(device, and(eq(device.tenantId, income.tenantId), eq(device.id, income.deviceId)))
        .leftJoin(site, atSite(site, income)),
    of: income,
    filters: {
      fieldId: equals(income.siteId),
      equipmentId: equals(income.deviceId),
      from: sinceDay(income.day),
      to: untilDay(income.day),
    },
    sort: { day: income.day, amountFen: income.amountFen },
    usual: { by: 'day', order: 'desc' },
  });
});

export function adDays(
  reader: Reader,
  scope: Scope,
  { fieldId, from, to }: ParsedInputOf<typeof adtasksContract.readAdDays>,
) {
  const income = rows(scope, adIncomeDays);
  return reader
    .select({
      day: income.day,
      plays: sql<number>`sum(${income.plays})::int`,
      amountFen: sql<number>`sum(${income.amountFen})::int`,
    })
    .from(income)
    .where(
      and(
        fieldId ? eq(income.siteId, fieldId) : undefined,
        from ? sinceDay(income.day)(from) : undefined,
        to ? untilDay(income.day)(to) : undefined,
      ),
    )
    .groupBy(income.day)
    .orderBy(income.day);
}

export const pageDoubts = listing(adtasksContract.listDoubts, (reader, scope, input) => {
  const { device, names } = machineView(scope);
  const site = siteView(scope);
  const doubt = rows(scope, adDoubts);
  const task = rows(platformScope, adTasks);
  const organisation = tenantView(platformScope);
  const { equipmentId, equipmentNo, equipmentName } = names;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(doubt, 'id', 'createdAt', 'hourAt', 'plays', 'reason', 'state'),
          decidedByName: sql<string>`coalesce(${doubt.decidedByName}, '')`,
          amountFen: sql<number>`${doubt.plays} * ${task.priceFen}`.mapWith(Number),
          title: task.title,
          tenantName: organisation.name,
          ...{ equipmentId, equipmentNo, equipmentName, fieldId: doubt.siteId, fieldName: site.name },
        })
        .from(doubt)
        .innerJoin(task, eq(task.id, doubt.taskId))
        .innerJoin(organisation, eq(organisation.id, doubt.tenantId))
        .innerJoin(device, and(eq(device.tenantId, doubt.tenantId), eq(device.id, doubt.deviceId)))
        .leftJoin(site, atSite(site, doubt)),
    of: doubt,
    filters: { reason: equals(doubt.reason), state: equals(doubt.state) },
    ...newestFirst(doubt),
  });
});

/** Tasks that machines are to show, by machine: neither ended nor spent nor over. */
export async function tasksOn(reader: Reader, devices: readonly { tenantId: string; deviceId: string }[]) {
  if (devices.length === 0) return [];
  const task = rows(platformScope, adTasks);
  const taken = rows(platformScope, adAcceptances);
  const wanted = new Set(devices.map(({ tenantId, deviceId }) => `${tenantId} ${deviceId}`));
  const found = await reader
    .select({
      tenantId: taken.tenantId,
      deviceId: taken.deviceId,
      ...pick(task, 'id', 'mediaId', 'kind', 'sizeBytes', 'sha256', 'seconds', 'fromDay', 'toDay'),
      ...pick(task, 'title', 'link'),
    })
    .from(taken)
    .innerJoin(task, eq(task.id, taken.taskId))
    .where(
      and(
        inArray(
          taken.deviceId,
          devices.map(({ deviceId }) => deviceId),
        ),
        isNull(taken.endedAt),
        isNull(task.endedAt),
        sql`${task.budgetFen} - ${task.paidFen} >= ${task.priceFen}`,
      ),
    )
    .orderBy(taken.createdAt, taken.id);
  return found.filter(({ tenantId, deviceId }) => wanted.has(`${tenantId} ${deviceId}`));
}
