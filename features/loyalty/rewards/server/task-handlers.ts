import { tenantName } from '#features/base/accounts/server/public.ts';
import { assertSites, siteHours } from '#features/base/sites/server/public.ts';
import { type Agreed, type DoorKeeper, giveOrAsk, worthOf } from '#features/money/allowance/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { assertFromNow, type Dates } from '#kit/kernel/from-now.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { addRow, changeRow, drop, subjectOf } from '#kit/server/change.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { siteTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { assertWhole } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { tasksChanged } from '../contract/kinds.ts';
import { type OwnTask, tasksContract } from '../contract/tasks.ts';
import { goalOf, periodOf } from '../rules/task-rules.ts';
import { becomesEndless, mostOfTask } from '../rules/task-worth.ts';
import { rewardTaskDays, rewardTasks } from '../tables.ts';
import { claimTask } from './claim-task.ts';
import { comeByLink, linkOf } from './pass-on-links.ts';
import { openShop } from './site-clock.ts';
import type { TaskRow } from './task-doer.ts';
import { progressOf } from './task-progress.ts';
import {
  claimsOfPeriod,
  countTasks,
  givenOf,
  lastClaims,
  pageClaims,
  pageTasks,
  tasksAt,
} from './task-queries.ts';
import { toOwnTask, toTask } from './task-records.ts';

const stateOrder: readonly OwnTask['state'][] = ['ready', 'open', 'claimed', 'spent'];
/** What can be claimed comes first, what is over last. */
const inOrder = (tasks: OwnTask[]): OwnTask[] =>
  tasks.sort((one, other) => stateOrder.indexOf(one.state) - stateOrder.indexOf(other.state));

/** A player's page shows all of them at once. */
const mostTasks = 40;

const subject = subjectOf(rewardTasks, {
  entity: 'rewardTask',
  label: ({ title, kind }) => title || kind,
  alive: { removedAt: null },
  tells: ({ tenantId, siteId }) => [
    told(siteId ? siteTopic(tenantId, siteId) : tenantTopic(tenantId), tasksChanged),
  ],
});

type Wish = ParsedInputOf<typeof tasksContract.saveTask>;

/** What the fields can not say one by one. */
function valuesOf(wish: Wish) {
  const { id: _, fieldId, goal, goalFen, kind, streakDays, streakBonus, fromDay, untilDay, ...rest } = wish;
  const wanted = kind === 'spend' ? goalFen : goal;
  const isPlain = kind === 'signIn' || kind === 'profile';
  if (!isPlain && !wanted)
    throw invalidField(kind === 'spend' ? 'goalFen' : 'goal', 'rewards:error.needsGoal');
  if (fromDay && untilDay && untilDay < fromDay) throw invalidField('untilDay', 'rewards:error.untilFirst');
  const { budget, dayBudget, amount } = rest;
  const most = amount + (kind === 'signIn' && streakDays ? streakBonus : 0);
  for (const [field, limit] of Object.entries({ budget, dayBudget }))
    if (limit && limit < most) throw invalidField(field, 'rewards:error.budgetTooSmall', { most });
  return {
    ...rest,
    kind,
    period: periodOf(kind, rest.period),
    goal: goalOf(kind, wanted ?? 1),
    siteId: fieldId ?? null,
    streakDays: kind === 'signIn' ? (streakDays ?? null) : null,
    streakBonus: kind === 'signIn' && streakDays ? streakBonus : 0,
    budget: budget ?? null,
    dayBudget: dayBudget ?? null,
    fromDay: fromDay ?? null,
    untilDay: untilDay ?? null,
  };
}

/** A claim says which period it was for: with other words for it the same one could be claimed again. */
async function assertSame(
  tx: Tx,
  { session }: StaffContext,
  before: TaskRow,
  after: ReturnType<typeof valuesOf>,
) {
  const fixed = ['kind', 'period', 'unit'] as const;
  const changed = fixed.find((name) => before[name] !== after[name]);
  if (!changed) return;
  const claimed = await find(tx, session.scope, rewardTaskDays, { taskId: before.id });
  if (claimed.length > 0) throw invalidField(changed, 'rewards:error.fixed');
}

async function assertPlace(tx: Tx, { session: { scope } }: StaffContext, siteId: string | null) {
  if (siteId) await assertSites(tx, scope, [siteId]);
  else assertWhole(scope, 'rewards:error.allSites');
}

type Days = Pick<TaskRow, 'fromDay' | 'untilDay'>;
const datesOf = ({ fromDay, untilDay }: Days): Dates => ({ fromDay, toDay: untilDay });

/** Not before today, by the clock of its site. */
async function assertDays(
  tx: Tx,
  { session, clock }: StaffContext,
  values: Days & { siteId: string | null },
  before?: TaskRow,
): Promise<void> {
  const site = values.siteId && (await siteHours(tx, session.scope, [values.siteId])).get(values.siteId);
  assertFromNow(datesOf(values), clock.now(), {
    ...(site && { clock: site }),
    ...(before && { before: datesOf(before) }),
    names: { toDay: 'untilDay' },
  });
}

/** What a task can give away more than it could: the rest was promised, and counted, before. */
async function promise(
  tx: Tx,
  context: StaffContext,
  { id, wish }: Saved,
  { before, after }: { before: TaskRow | undefined; after: ReturnType<typeof valuesOf> },
  agreed: Agreed | undefined,
): Promise<string | null> {
  const { services, session, clock } = context;
  const now = clock.now();
  const most = mostOfTask(after, businessDay(now));
  const known = before && before.unit === after.unit ? mostOfTask(before, businessDay(now)) : 0;
  const endless = becomesEndless(after, before);
  // what was agreed to is given: a request that came to nothing meanwhile is refused instead
  if (most <= known && !endless && agreed) throw conflict('allowance:error.otherGift');
  if (most <= known && !endless) return null;
  const units = most > known ? most - known : most;
  const tells = endless ? `rewards:asksEndless.${after.unit}` : `rewards:asksTask.${after.unit}`;
  const gift = {
    // the first promise by the task's own id, which the proof asks for; what comes on top by ids of its own
    ...{ door: 'task' as const, subjectId: before ? newId(now.getTime()) : id, units },
    worthFen: await worthOf(tx, services, { [after.unit]: units }, session.tenantId),
    label: after.title || sayFor(context)(`rewards:kind.${after.kind}`),
    tells: [{ key: tells, params: { amount: after.amount, ...(!endless && { most }) } }],
    endless,
    payload: { id, wish } satisfies Saved,
  };
  return giveOrAsk(tx, context, gift, agreed);
}

interface Saved {
  id: string;
  wish: Wish;
}

/** Saved where the allowance covers what it can give away; else it waits for a second person. */
async function saveOrAsk(
  tx: Tx,
  context: StaffContext,
  saved: Saved,
  agreed?: Agreed,
): Promise<string | null> {
  const { id, wish } = saved;
  const { tenantId, scope } = context.session;
  const values = valuesOf(wish);
  await assertPlace(tx, context, values.siteId);
  const [before] = wish.id ? await find(tx, scope, rewardTasks, { id, removedAt: null }, 'update') : [];
  if (wish.id && !before) throw missing();
  if (before) await assertSame(tx, context, before, values);
  else if ((await countTasks(tx, tenantId)) >= mostTasks)
    throw conflict('rewards:error.mostTasks', { most: mostTasks });
  await assertDays(tx, context, values, before);
  const asked = await promise(tx, context, saved, { before, after: values }, agreed);
  if (asked) return asked;
  const action = before ? 'rewards.changeTask' : 'rewards.addTask';
  if (before) await changeRow(tx, context, subject, { id, action }, () => values);
  // what counts begins with it, by the same clock as orders
  else await addRow(tx, context, subject, { action }, { ...values, id, createdAt: context.clock.now() });
  return null;
}

export const taskDoor: DoorKeeper = {
  right: tasksContract.saveTask.access,
  async carryOut(tx, context, payload, agreed) {
    await saveOrAsk(tx, context, payload as Saved, agreed);
  },
};

export const taskHandlers: Handlers<typeof tasksContract> = {
  async listTasks(context, input) {
    const page = await pageTasks(context.db.read, context.session.scope, input);
    const today = businessDay(context.clock.now());
    const say = sayFor(context);
    return mapPage(page, ({ task, ...more }) => toTask(task, more, today, say));
  },

  async saveTask(context, wish) {
    const id = wish.id ?? newId(context.clock.now().getTime());
    const asked = await context.db.transaction((tx) => saveOrAsk(tx, context, { id, wish }));
    return { id, asked };
  },

  async removeTasks(context, { ids }) {
    const set = { removedAt: context.clock.now() };
    await drop(context, subject, { ids, action: 'rewards.removeTask', set });
  },

  listClaims: ({ db, session }, input) => pageClaims(db.read, session.scope, input),

  async listOwnTasks(context, { fieldId }) {
    const { session, clock } = context;
    const reader = context.db.read;
    const { playerId } = session;
    const now = clock.now();
    const site = await openShop(reader, fieldId);
    const { tenantId } = site;
    const today = siteDay(site, now);
    const tasks = await tasksAt(reader, tenantId, fieldId);
    const ids = tasks.map(({ id }) => id);
    const [given, last, claimed, progress, merchantName, balances] = await Promise.all([
      givenOf(reader, tenantId, ids, today),
      lastClaims(reader, tenantId, playerId, ids),
      claimsOfPeriod(reader, tenantId, playerId, tasks, today),
      Promise.all(tasks.map((task) => progressOf(reader, task, { playerId, site, now }))),
      tenantName(reader, tenantId),
      readBalances(reader, [
        playerAccount(tenantId, playerId, fieldId, 'point'),
        playerAccount(tenantId, playerId, fieldId, 'ticket'),
      ]),
    ]);
    const say = sayFor(context);
    return {
      fieldId,
      fieldName: site.name,
      merchantName: merchantName ?? '',
      points: balances[0]?.available ?? 0,
      tickets: balances[1]?.available ?? 0,
      tasks: inOrder(
        tasks.flatMap((task, place) => {
          const ofPlayer = {
            today,
            ...(progress[place] ?? { progress: 0, missing: 0 }),
            given: given(task.id),
            last: last.get(task.id),
            claimed: claimed.get(task.id),
          };
          return toOwnTask(task, ofPlayer, say) ?? [];
        }),
      ),
    };
  },

  claimTask: ({ db, session, clock }, { fieldId, id }) =>
    db.transaction((tx) =>
      claimTask(tx, { taskId: id, siteId: fieldId, playerId: session.playerId, now: clock.now() }),
    ),

  async shareShop({ db, session, clock }, { fieldId }) {
    const path = await db.transaction((tx) =>
      linkOf(tx, { playerId: session.playerId, siteId: fieldId, now: clock.now() }),
    );
    return { path };
  },

  async comeByLink({ db, session, clock }, { token }) {
    const { siteId, counted } = await db.transaction((tx) =>
      comeByLink(tx, { token, guestId: session.playerId, now: clock.now() }),
    );
    return { fieldId: siteId, counted };
  },
};
