import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { id, ids, int, longText, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';
import { quickRepliesChanged, serviceSettingChanged } from './events.ts';
import { base, mostLetters } from './shared.ts';

const view = permit('conversations.view');
const settings = permit('conversations.settings');

const targets = {
  firstMinutes: int(1, 7 * 24 * 60),
  nextMinutes: int(1, 7 * 24 * 60),
  solvedMinutes: int(1, 90 * 24 * 60),
};
export const usualTargets = { firstMinutes: 15, nextMinutes: 30, solvedMinutes: 24 * 60 };

export const repliesContract = {
  listQuickReplies: get(`${base}/quickReply/page`, view, {
    input: pageInput({ title: text(30, 0).optional() }, ['createdAt', 'title']),
    output: pageOf(
      z.object({
        id: z.string(),
        title: text(30),
        body: longText(mostLetters, 1),
        createdAt: creationTime(),
      }),
    ),
    refreshedBy: [quickRepliesChanged],
    summary: 'Answers that are written once and sent often',
  }),
  saveQuickReply: post(`${base}/quickReply/submit`, settings, {
    input: z.object({ id: id().optional(), title: text(30), body: longText(mostLetters, 1) }),
    output: z.object({ id: z.string() }),
    emits: [quickRepliesChanged],
    summary: 'Writes a quick reply, or changes one',
  }),
  removeQuickReplies: post(`${base}/quickReply/remove`, settings, {
    input: z.object({ ids: ids() }),
    emits: [quickRepliesChanged],
    summary: 'Deletes quick replies',
  }),
  readServiceSetting: get(`${base}/setting/detail`, view, {
    output: z.object({ awayText: z.string(), ...targets }),
    refreshedBy: [serviceSettingChanged],
    summary: 'What players are told outside opening hours, and how fast the shop wants to answer',
  }),
  saveServiceSetting: post(`${base}/setting/submit`, settings, {
    input: z.object({
      /** empty: the usual words */
      awayText: longText(300),
      ...targets,
    }),
    emits: [serviceSettingChanged],
    summary: 'Sets the answer outside opening hours and the times in which the shop wants to answer',
  }),
};
