import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choicesOf, done, empty } from '#kit/contract/schemas.ts';
import { view } from './today.ts';

/** What a summary is of: the day, the week (from Monday) or the month that has just ended. */
export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

export const ways = ['message', 'sms'] as const;
export type Way = (typeof ways)[number];

/** Summaries come at this hour, by the clock where the merchant's sites are. */
export const toldAtHour = 9;

export const briefingChoiceChanged = defineEvent<object>('briefing.choiceChanged');

const choice = {
  periods: choicesOf('briefings:period', periods),
  ways: choicesOf('briefings:way', ways),
};

export const choicesContract = {
  readChoice: defineEndpoint({
    method: 'GET',
    path: '/api/blade-briefing/choice',
    access: view,
    input: empty(),
    output: z.object({
      ...choice,
      /** where a text would go; its middle is hidden, and empty is none */
      phone: z.string(),
      /** whether this server can send texts of this kind */
      smsReady: z.boolean(),
    }),
    refreshedBy: [briefingChoiceChanged],
    summary: 'Which summaries of takings the caller gets, and how',
  }),
  saveChoice: defineEndpoint({
    method: 'POST',
    path: '/api/blade-briefing/choice/save',
    access: view,
    input: z.object(choice),
    output: done(),
    emits: [briefingChoiceChanged],
    summary: 'Choose which summaries of takings to get, and how; none is a choice too',
  }),
};
