import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, day, dayRange, id, instant, pageInput, pageOf, signedFen } from '#kit/contract/schemas.ts';
import { maybeMachineFields, maybeSiteFields } from '#kit/contract/things.ts';
import { incomeContract } from './contract/income.ts';

export const figuresChanged = defineEvent<object>('figures.changed');

const fix = permit('figures.fix');

export const correctionReasons = ['late', 'dayStart', 'recount'] as const;
export const taskKinds = ['recount', 'days'] as const;
export const taskStates = ['waiting', 'running', 'ended'] as const;

/** What became another figure, in the reader's words, and by how much: pieces or fen. */
const corrected = {
  /** a name of `contract/measures.ts` */
  measure: z.string(),
  measureName: z.string(),
  amount: z.int(),
  count: z.int().nullable(),
  amountFen: signedFen().nullable(),
};
const correctionFilters = {
  fieldId: id().optional(),
  why: choiceOf('figures:why', correctionReasons).optional(),
  ...dayRange,
};

export const figuresContract = {
  ...incomeContract,
  fixDay: get('/api/blade-reportjytjtotal/reportjytjtotal/jyTjTotalSolidify', fix, {
    input: z.object({ date: day() }),
    output: z.object({ day: z.string(), fixedAt: instant(), userName: z.string() }),
    changes: true,
    emits: [figuresChanged],
    summary: 'Fixes a day: its figures stay, and what becomes known later is listed as a correction',
  }),
  listCorrections: get('/api/blade-reportjytjtotal/reportjytjtotal/selectCorrectionList', fix, {
    input: pageInput(correctionFilters, ['notedAt', 'day']),
    output: pageOf(
      z.object({
        id: z.string(),
        day: day(),
        ...maybeSiteFields,
        ...maybeMachineFields,
        ...corrected,
        notedAt: instant(),
        why: choiceOf('figures:why', correctionReasons),
      }),
    ),
    refreshedBy: [figuresChanged],
    summary: 'What changed of days after they were fixed',
  }),
  sumCorrections: get('/api/blade-reportjytjtotal/reportjytjtotal/sumCorrections', fix, {
    input: z.object(correctionFilters),
    output: z.array(z.object(corrected)),
    refreshedBy: [figuresChanged],
    summary: 'What the corrections come to, figure by figure',
  }),
  listFixedDays: get('/api/blade-reportjytjtotal/reportjytjtotal/selectFixedDayList', fix, {
    input: pageInput(dayRange, ['day', 'fixedAt']),
    output: pageOf(
      z.object({
        day: day(),
        fixedAt: instant(),
        userName: z.string(),
        /** how many became known since */
        corrections: z.int(),
      }),
    ),
    refreshedBy: [figuresChanged],
    summary: 'Days whose figures stay, by whom they were fixed, and how much was corrected since',
  }),
  recount: post('/api/blade-reportjytjtotal/reportjytjtotal/recount', fix, {
    output: z.object({ id: z.string() }),
    emits: [figuresChanged],
    summary: 'Adds all figures of the organisation up again from its records, in the background',
  }),
  listTasks: get('/api/blade-reportjytjtotal/reportjytjtotal/selectTaskList', fix, {
    input: pageInput({}, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        kind: choiceOf('figures:task', taskKinds),
        /** whose days begin otherwise now */
        ...maybeSiteFields,
        userName: z.string().nullable(),
        done: z.int(),
        /** null until it has begun */
        total: z.int().nullable(),
        state: choiceOf('figures:state', taskStates, { ended: 'good', running: 'waiting' }),
        createdAt: instant(),
        endedAt: instant().nullable(),
      }),
    ),
    refreshedBy: [figuresChanged],
    summary: 'Work on figures in the background, and how far it has come',
  }),
};
