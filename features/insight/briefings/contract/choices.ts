import { z } from 'zod';
import { wechatLinkChanged } from '#features/base/wechat/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, choicesOf, shownPhone } from '#kit/contract/schemas.ts';
import { view } from './today.ts';

/** What a summary is of: the day, the week (from Monday) or the month that has just ended. */
export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

export const ways = ['message', 'sms', 'wechat'] as const;
export type Way = (typeof ways)[number];

/** Summaries come at this hour, by the clock where the merchant's sites are. */
export const toldAtHour = 9;

export const briefingChoiceChanged = defineEvent<object>('briefing.choiceChanged');

const choice = {
  periods: choicesOf('briefings:period', periods),
  ways: choicesOf('briefings:way', ways),
};

export const choicesContract = {
  readChoice: get('/api/blade-briefing/choice', view, {
    output: z.object({
      ...choice,
      /** where a text would go; its middle is hidden, and empty is none */
      phone: shownPhone(),
      /** whether this server can send texts of this kind */
      smsReady: z.boolean(),
      /** ready: WeChat can be chosen; none: no WeChat is linked; off: this server sends nothing there */
      wechat: choiceOf('briefings:wechat', ['ready', 'none', 'off']),
    }),
    refreshedBy: [briefingChoiceChanged, wechatLinkChanged],
    summary: 'Which summaries of takings the caller gets, and how',
  }),
  previewBriefing: get('/api/blade-briefing/preview', view, {
    /** null: nothing happened, so nothing would be sent */
    output: z.object({ title: z.string(), body: z.string() }).nullable(),
    summary: 'The summary of the day before, as the caller would get it',
  }),
  tryWechat: post('/api/blade-briefing/wechat/try', view, {
    rate: { max: 10, windowSeconds: 60 },
    emits: [wechatLinkChanged],
    summary: 'Sends the summary of the day before to the caller’s WeChat now, to see whether it arrives',
  }),
  saveChoice: post('/api/blade-briefing/choice/save', view, {
    input: z.object(choice),
    emits: [briefingChoiceChanged],
    summary: 'Choose which summaries of takings to get, and how; none is a choice too',
  }),
};
