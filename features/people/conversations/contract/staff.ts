import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { refresherOf } from '#kit/contract/event.ts';
import {
  choiceOf,
  deepPageInput,
  deepPageOf,
  id,
  instant,
  longText,
  seconds,
  shownPhone,
  text,
} from '#kit/contract/schemas.ts';
import { maybeMachineFields, memberFields, siteFields } from '#kit/contract/things.ts';
import { conversationMoved, serviceSettingChanged } from './events.ts';
import {
  base,
  messagePage,
  messagePageInput,
  mostLetters,
  sides,
  state,
  subjectKind,
  upTo,
} from './shared.ts';

/** open: something is to be done; mine: those of them that I have */
export const boxes = ['open', 'mine', 'snoozed', 'solved'] as const;

const view = permit('conversations.view');
const answer = permit('conversations.answer');
const staff = `${base}/conversation` as const;

const clock = z.object({ seconds: seconds().nullable(), running: z.boolean(), late: z.boolean() });

const conversation = z.object({
  id: z.string(),
  subject: subjectKind(),
  /** of the order that it is about */
  orderNumber: z.string().nullable(),
  ...memberFields,
  playerPhone: shownPhone().nullable(),
  ...siteFields,
  ...maybeMachineFields,
  state: state(),
  /** who has it */
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  createdAt: instant(),
  lastAt: instant(),
  lastSide: choiceOf('conversations:side', sides),
  /** empty where it was a picture */
  lastText: z.string(),
  /** messages of the player that nobody of the shop has read */
  unread: z.int(),
  /** how long the player waits for an answer, counted while the shop is open */
  wait: clock,
});
export type ConversationRecord = z.output<typeof conversation>;

const about = { conversationId: id() };
const emits = [conversationMoved];
const refreshedBy = [conversationMoved, serviceSettingChanged];
const ofThisOne = refresherOf(conversationMoved, (data, input) => data.id === input.conversationId);

export const staffContract = {
  listConversations: get(`${staff}/page`, view, {
    input: deepPageInput(
      {
        box: choiceOf('conversations:box', boxes).default('open'),
        /** in the name or phone of the player, or the number of the order */
        keyword: text(40, 0).optional(),
        fieldId: id().optional(),
        playerId: id().optional(),
      },
      ['lastAt'],
    ),
    output: deepPageOf(conversation),
    refreshedBy,
    summary: 'Conversations with players, the newest message first',
  }),
  readConversation: get(`${staff}/detail`, view, {
    input: z.object(about),
    output: conversation.extend({
      /** counted while the shop is open */
      clocks: z.object({ first: clock, next: clock, solved: clock }),
      /** whether the shop is open now */
      open: z.boolean(),
    }),
    refreshedBy: [ofThisOne, serviceSettingChanged],
    summary: 'One conversation with its three clocks',
  }),
  listMessages: get(`${staff}/messages`, view, {
    input: z.object(messagePageInput),
    output: messagePage({ userName: z.string().nullable() }),
    summary: 'Messages of a conversation: the newest ones, older ones, or newer ones',
  }),
  readPicture: get(`${staff}/picture/:id`, view, {
    answer: 'raw',
    files: ['image/*'],
    input: z.object({ id: id() }),
    output: z.object({}),
    summary: 'A picture of a conversation',
  }),
  countUnread: get(`${staff}/unread`, view, {
    output: z.object({
      unread: z.int(),
      /** conversations in which a player waits for an answer */
      waiting: z.int(),
    }),
    refreshedBy: [conversationMoved],
    summary: 'How many messages of players nobody has read yet',
  }),
  sendMessage: post(`${staff}/send`, answer, {
    input: z.object({ ...about, text: longText(mostLetters, 1) }),
    output: z.object({ id: z.string(), seq: z.int() }),
    emits,
    summary: 'Answers a player; who answers first has the conversation',
  }),
  sendPicture: post(`${staff}/sendPicture`, answer, {
    multipart: true,
    repeats: { because: 'a picture is recognised by its request id; without one it is another picture' },
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ ...about, requestId: id() }),
    output: z.object({ id: z.string(), seq: z.int() }),
    emits,
    summary: 'Sends a player a picture (multipart field `file`), which the two sides alone may fetch',
  }),
  markRead: post(`${staff}/read`, view, {
    input: z.object(upTo),
    output: z.object({ unread: z.int() }),
    emits,
    summary: 'The shop has read the messages up to this one',
  }),
  listColleagues: get(`${staff}/colleagues`, answer, {
    input: z.object(about),
    output: z.array(z.object({ id: z.string(), name: z.string() })),
    summary: 'Who may answer at the site of a conversation',
  }),
  assignConversation: post(`${staff}/assign`, answer, {
    /** absent: nobody */
    input: z.object({ ...about, userId: id().optional() }),
    emits,
    summary: 'Gives a conversation to somebody who may answer there',
  }),
  snoozeConversation: post(`${staff}/snooze`, answer, {
    input: z.object(about),
    emits,
    summary: 'Puts a conversation out of sight until the player answers',
  }),
  wakeConversation: post(`${staff}/wake`, answer, {
    input: z.object(about),
    emits,
    summary: 'Brings a snoozed conversation back',
  }),
  solveConversation: post(`${staff}/solve`, answer, {
    input: z.object(about),
    emits,
    summary: 'Nothing is left to do; the conversation opens again when somebody writes',
  }),
};
