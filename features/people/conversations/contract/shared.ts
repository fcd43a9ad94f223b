import { z } from 'zod';
import { choiceOf, id, instant } from '#kit/contract/schemas.ts';

/** What a conversation is about. shop: anything at a site; order: one order. */
export const subjectKinds = ['shop', 'order'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** auto: the answer that is given by itself while the shop is closed */
export const sides = ['player', 'staff', 'auto'] as const;
export type Side = (typeof sides)[number];

/** snoozed: out of sight until the player answers; solved: nothing left to do, until somebody writes again */
export const states = ['open', 'snoozed', 'solved'] as const;
export type State = (typeof states)[number];

export const mostLetters = 1000;
/** Of a page of messages: the newest before `before`, or the oldest after `after`. */
export const messagesOfPage = 30;

export const base = '/api/blade-service' as const;

export const subjectKind = () => choiceOf('conversations:subject', subjectKinds);
export const state = () =>
  choiceOf('conversations:state', states, { open: 'waiting', snoozed: 'quiet', solved: 'good' });

const seq = () => z.int().min(0).max(2_000_000_000);

export const messagePageInput = {
  conversationId: id(),
  /** older ones than this number */
  before: seq().optional(),
  /** newer ones than this number */
  after: seq().optional(),
};

export const upTo = { conversationId: id(), seq: seq() };

/** In the order in which they were written. */
export const messagePage = <M extends z.ZodRawShape>(more: M) =>
  z.object({
    messages: z.array(
      z.object({
        id: z.string(),
        /** counts the messages of the conversation */
        seq: z.int(),
        at: instant('second'),
        side: choiceOf('conversations:side', sides),
        text: z.string(),
        /** fetched by its own call, by who may read the conversation */
        hasPicture: z.boolean(),
        ...more,
      }),
    ),
    /** there is more in the direction that was asked for */
    hasMore: z.boolean(),
    /** up to here the other side has read */
    readSeq: z.int(),
  });
