import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, day, dayRange, empty, id, instant, pageInput, pageOf } from '#kit/contract/schemas.ts';

export const figuresChanged = defineEvent<object>('figures.changed');

const fix = permit('figures.fix');

export const correctionReasons = ['late', 'dayStart', 'recount'] as const;
export const taskKinds = ['recount', 'days'] as const;

export const figuresContract = {
  fixDay: defineEndpoint({
    method: 'GET',
    path: '/api/blade-reportjytjtotal/reportjytjtotal/jyTjTotalSolidify',
    access: fix,
    input: z.object({ date: day() }),
    output: z.object({ day: z.string(), fixedAt: instant(), userName: z.string() }),
    changes: true,
    emits: [figuresChanged],
    summary: 'Fixes a day: its figures stay, and what becomes known later is listed as a correction',
  }),
  listCorrections: defineEndpoint({
    method: 'GET',
    path: '/api/blade-reportjytjtotal/reportjytjtotal/selectCorrectionList',
    access: fix,
    input: pageInput({ fieldId: id().optional(), ...dayRange }, ['notedAt', 'day']),
    output: pageOf(
      z.object({
        id: z.string(),
        day: z.string(),
        fieldId: z.string().nullable(),
        equipmentId: z.string().nullable(),
        /** a name of `contract/measures.ts` */
        measure: z.string(),
        /** in the unit of its measure: fen or pieces */
        amount: z.int(),
        notedAt: instant(),
        why: choiceOf('figures:why', correctionReasons),
      }),
    ),
    refreshedBy: [figuresChanged],
    summary: 'What changed of days after they were fixed',
  }),
  recount: defineEndpoint({
    method: 'POST',
    path: '/api/blade-reportjytjtotal/reportjytjtotal/recount',
    access: fix,
    input: empty(),
    output: z.object({ id: z.string() }),
    emits: [figuresChanged],
    summary: 'Adds all figures of the organisation up anew from its records, in the background',
  }),
  listTasks: defineEndpoint({
    method: 'GET',
    path: '/api/blade-reportjytjtotal/reportjytjtotal/selectTaskList',
    access: fix,
    input: pageInput({}, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        kind: choiceOf('figures:task', taskKinds),
        /** whose days begin otherwise now */
        fieldId: z.string().nullable(),
        userName: z.string().nullable(),
        done: z.int(),
        total: z.int().nullable(),
        createdAt: instant(),
        endedAt: instant().nullable(),
      }),
    ),
    refreshedBy: [figuresChanged],
    summary: 'Work on figures in the background, and how far it has come',
  }),
};
