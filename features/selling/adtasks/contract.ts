import { z } from 'zod';
import { thatDeviceChanged } from '#features/machines/devices/contract/events.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  bool,
  choiceOf,
  choicesOf,
  day,
  dayRange,
  id,
  ids,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  seconds,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { creationTime, entryTime, machineFields, siteFields } from '#kit/contract/things.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

const base = '/api/blade-ad';
const view = permit('adtasks.view');
const accept = permit('adtasks.accept');
const offer = permit('adtasks.offer', 'platform');

export const adTasksChanged = defineEvent<Record<string, never>>('adtasks.changed');
/** Income was booked, or counts were set aside or decided about. */
export const adIncomeChanged = defineEvent<Record<string, never>>('adtasks.income');

/** Most that a screen may be busy with one showing; the least is what anybody sees. */
const shownSeconds = () => int(3, 60);

export const taskStates = ['coming', 'running', 'spent', 'over', 'ended'] as const;
export type TaskState = (typeof taskStates)[number];
const taskState = () =>
  choiceOf('adtasks:taskState', taskStates, {
    coming: 'waiting',
    running: 'good',
    spent: 'info',
    over: 'quiet',
    ended: 'quiet',
  });

/** `offline` and `notPlaced` are found here, the others when the machine's word comes in. */
export const doubtReasons = ['tooMany', 'unknown', 'future', 'old', 'notPlaced', 'offline'] as const;
export type DoubtReason = (typeof doubtReasons)[number];
const doubtReason = () =>
  choiceOf('adtasks:doubtReason', doubtReasons, { tooMany: 'bad', unknown: 'bad', future: 'bad' });

export const doubtStates = ['open', 'approved', 'refused'] as const;
export type DoubtState = (typeof doubtStates)[number];
const doubtState = () =>
  choiceOf('adtasks:doubtState', doubtStates, { open: 'waiting', approved: 'good', refused: 'quiet' });

const types = () => choicesOf('devices:type', deviceTypes);
const task = {
  id: z.string(),
  title: z.string(),
  link: picture(),
  seconds: seconds(),
  priceFen: moneyFen(),
  fromDay: day(),
  toDay: day(),
  types: types(),
  state: taskState(),
  machines: z.int(),
  plays: z.int(),
  createdAt: creationTime(),
};

export const adtasksContract = {
  listOffers: get(`${base}/offer/list`, offer, {
    summary: 'Ad tasks of the platform: what they pay, how much of the budget is spent',
    input: pageInput({ title: text(40, 0).optional(), state: taskState().optional() }, ['createdAt']),
    output: pageOf(z.object({ ...task, budgetFen: moneyFen(), paidFen: moneyFen(), merchants: z.int() })),
    refreshedBy: [adTasksChanged, adIncomeChanged],
  }),
  offerTask: post(`${base}/offer/save`, offer, {
    summary:
      'Offers merchants an ad task: a picture or video, judged by what is in the file, and what a play pays',
    place: 'json',
    input: z.object({
      title: text(40),
      link: uploadPath(),
      seconds: shownSeconds(),
      priceFen: moneyFen(1, 100_00),
      budgetFen: moneyFen(1),
      fromDay: day(),
      toDay: day(),
      types: types().min(1),
    }),
    output: z.object({ id: z.string() }),
    emits: [adTasksChanged],
  }),
  endOffers: post(`${base}/offer/end`, offer, {
    summary: 'Ends ad tasks: machines stop showing them; what was shown before is still paid',
    input: z.object({ ids: ids() }),
    emits: [adTasksChanged],
  }),
  listDoubts: get(`${base}/doubt/list`, offer, {
    summary: 'Counts of ad tasks that were set aside, each with its reason',
    input: pageInput({ reason: doubtReason().optional(), state: doubtState().optional() }, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        title: z.string(),
        tenantName: z.string(),
        ...machineFields,
        ...siteFields,
        hourAt: instant(),
        plays: z.int(),
        amountFen: moneyFen(),
        reason: doubtReason(),
        state: doubtState(),
        decidedByName: z.string(),
        createdAt: entryTime(),
      }),
    ),
    refreshedBy: [adIncomeChanged],
  }),
  decideDoubt: post(`${base}/doubt/decide`, offer, {
    summary: 'Pays a count that was set aside, as far as the budget goes, or refuses it',
    lets: 'money',
    books: 'money',
    input: z.object({ id: id(), approve: bool() }),
    output: z.object({ state: doubtState(), amountFen: moneyFen() }),
    emits: [adIncomeChanged, adTasksChanged],
  }),

  listTasks: get(`${base}/task/list`, view, {
    summary: 'Ad tasks that the platform offers, with the own machines that show them and what they brought',
    input: pageInput({ title: text(40, 0).optional(), state: taskState().optional() }, ['createdAt']),
    output: pageOf(z.object({ ...task, leftFen: moneyFen(), incomeFen: moneyFen(), doubted: z.int() })),
    refreshedBy: [adTasksChanged, adIncomeChanged, thatDeviceChanged],
  }),
  acceptTask: post(`${base}/task/accept`, accept, {
    summary: 'Accepts an ad task for machines, which show it from then on',
    place: 'json',
    input: z.object({ id: id(), equipmentIds: ids(100) }),
    output: z.object({ machines: z.int() }),
    emits: [adTasksChanged],
  }),
  leaveTask: post(`${base}/task/leave`, accept, {
    summary: 'Takes an ad task off machines; what they have shown is still paid',
    place: 'json',
    input: z.object({ id: id(), equipmentIds: ids(100) }),
    emits: [adTasksChanged],
  }),
  listTaskMachines: get(`${base}/task/machines`, view, {
    summary: 'Own machines that show an ad task',
    input: pageInput({ id: id(), keyword: text(40, 0).optional() }, ['createdAt']),
    output: pageOf(
      z.object({
        ...machineFields,
        ...siteFields,
        plays: z.int(),
        incomeFen: moneyFen(),
        createdAt: creationTime(),
      }),
    ),
    refreshedBy: [adTasksChanged, adIncomeChanged],
  }),
  listAdIncome: get(`${base}/income/list`, view, {
    summary: 'Income of ad tasks by business day of the site, machine and task',
    input: pageInput({ fieldId: id().optional(), equipmentId: id().optional(), ...dayRange }, [
      'day',
      'amountFen',
    ]),
    output: pageOf(
      z.object({
        id: z.string(),
        day: day(),
        ...machineFields,
        ...siteFields,
        title: z.string(),
        plays: z.int(),
        cut: z.int(),
        amountFen: moneyFen(),
      }),
    ),
    refreshedBy: [adIncomeChanged],
  }),
  readAdDays: get(`${base}/income/days`, view, {
    summary: 'Income of ad tasks, day by day',
    input: z.object({ fieldId: id().optional(), ...dayRange }),
    output: z.array(z.object({ day: day(), plays: z.int(), amountFen: moneyFen() })),
    refreshedBy: [adIncomeChanged],
  }),
};
