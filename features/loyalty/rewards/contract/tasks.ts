import { z } from 'zod';
import { askedField, requestsChanged } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  amountOf,
  bool,
  choiceOf,
  day,
  id,
  ids,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import { creationTime, maybeSiteFields, memberFields, siteFields } from '#kit/contract/things.ts';
import { base, edit, rewardUnit, taskKind, taskPeriod, tasksChanged, view } from './kinds.ts';

export const mostReward = 10_000;
export const mostBudget = 100_000_000;

const taskState = () =>
  choiceOf('rewards:taskState', ['on', 'off', 'early', 'over', 'spent'], {
    on: 'good',
    off: 'quiet',
    early: 'waiting',
    over: 'quiet',
    spent: 'bad',
  });

const task = z.object({
  id: z.string(),
  createdAt: creationTime(),
  kind: taskKind(),
  /** as players read it */
  name: z.string(),
  title: z.string(),
  ...maybeSiteFields,
  period: taskPeriod(),
  goal: z.int().nullable(),
  goalFen: moneyFen().nullable(),
  unit: rewardUnit(),
  amount: amountOf('unit'),
  streakDays: z.int().nullable(),
  streakBonus: z.int(),
  budget: z.int().nullable(),
  dayBudget: z.int().nullable(),
  fromDay: day().nullable(),
  untilDay: day().nullable(),
  active: bool(),
  state: taskState(),
  /** so far, of the reward's unit */
  given: amountOf('unit'),
  claims: z.int(),
});
export type TaskRecord = z.infer<typeof task>;

const ownStates = ['open', 'ready', 'claimed', 'spent'] as const;
const ownTask = z.object({
  id: z.string(),
  kind: taskKind(),
  name: z.string(),
  /** what has to be done and what comes of it, in the caller's language */
  says: z.string(),
  period: taskPeriod(),
  state: choiceOf('rewards:ownState', ownStates, {
    open: 'info',
    ready: 'good',
    claimed: 'quiet',
    spent: 'bad',
  }),
  /** plays, fen, people */
  goal: z.int(),
  progress: z.int(),
  /** the same as people say it: "3 / 5" */
  progressText: z.string(),
  unit: rewardUnit(),
  /** what a claim would bring now, or has brought */
  amount: amountOf('unit'),
  /** days in a row, of a sign-in; with today once it is claimed */
  streak: z.int(),
});
export type OwnTask = z.infer<typeof ownTask>;

export const tasksContract = {
  listTasks: get(`${base}/task/list`, view, {
    input: pageInput({ kind: taskKind().optional(), fieldId: id().optional() }, ['createdAt']),
    output: pageOf(task),
    refreshedBy: [tasksChanged],
    summary: 'Tasks of the merchant: rule, reward, budget, and what they gave so far',
  }),
  saveTask: post(`${base}/task/submit`, edit, {
    gives: true,
    input: z.object({
      id: id().optional(),
      kind: taskKind(),
      title: text(30, 0).default(''),
      fieldId: id().nullish(),
      period: taskPeriod().default('day'),
      goal: int(1, 10_000).nullish(),
      goalFen: moneyFen(1, 10_000_000).nullish(),
      unit: rewardUnit().default('point'),
      amount: int(1, mostReward),
      streakDays: int(2, 31).nullish(),
      streakBonus: int(0, mostReward).default(0),
      budget: int(1, mostBudget).nullish(),
      dayBudget: int(1, mostBudget).nullish(),
      fromDay: day().nullish(),
      untilDay: day().nullish(),
      active: bool().default(true),
    }),
    /** saved when somebody agrees, where `asked` names a request */
    output: z.object({ id: z.string(), ...askedField }),
    emits: [tasksChanged, requestsChanged],
    summary:
      'A task, or a change of one. Its kind, unit and period stay once somebody has claimed it. What it can give away counts against the allowance',
  }),
  removeTasks: post(`${base}/task/remove`, edit, {
    input: z.object({ ids: ids() }),
    emits: [tasksChanged],
    summary: 'Tasks end; what was claimed stays',
  }),
  listClaims: get(`${base}/task/claims`, view, {
    input: pageInput({ taskId: id() }, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: instant(),
        ...memberFields,
        ...siteFields,
        unit: rewardUnit(),
        amount: amountOf('unit'),
        streak: z.int(),
      }),
    ),
    refreshedBy: [tasksChanged],
    summary: 'Who claimed a task, when, and for how much',
  }),
  listOwnTasks: get(`${base}/player/tasks`, 'player', {
    input: z.object({ fieldId: id() }),
    output: z.object({
      ...siteFields,
      merchantName: z.string(),
      points: z.int(),
      tickets: z.int(),
      tasks: z.array(ownTask),
    }),
    summary: 'Tasks of a shop and how far the player is with each, worked out by the server',
  }),
  claimTask: post(`${base}/player/claim`, 'player', {
    rate: { max: 60, windowSeconds: 60 },
    books: 'value',
    input: z.object({ fieldId: id(), id: id() }),
    output: z.object({
      unit: rewardUnit(),
      amount: amountOf('unit'),
      held: amountOf('unit'),
      streak: z.int(),
    }),
    summary: 'The reward of a task that is done, once in its period',
  }),
  shareShop: post(`${base}/player/share`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ fieldId: id() }),
    output: z.object({ path: z.string() }),
    summary: 'A link of the player’s own: who comes by it counts for sharing and inviting',
  }),
  comeByLink: post(`${base}/player/visit`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ token: z.string().regex(/^[\w-]{22}$/) }),
    output: z.object({ fieldId: z.string(), counted: z.boolean() }),
    summary: 'Somebody else came by a link that was passed on; counts once a day for each guest',
  }),
};
