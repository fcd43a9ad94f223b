import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit, realms } from '#kit/contract/endpoint.ts';
import { bool, choiceOf, id, instant, longText, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { messageArrived, messageRead, messageWithdrawn } from './events.ts';

export const audiences = ['everyone', 'realm', 'tenant', 'user'] as const;
export const messageLevels = ['info', 'notice', 'warning'] as const;

const audience = () => choiceOf('content:audience', audiences);
const level = () =>
  choiceOf('content:level', messageLevels, { info: 'quiet', notice: 'info', warning: 'bad' });

/** Only a page of this product: a message must not lead readers to a foreign site. */
const internalPath = () =>
  z
    .string()
    .trim()
    .max(200)
    .regex(/^\/(?![/\\])[\w\-./?=&%:]*$/, { error: 'content:error.internalPath' })
    .meta({ field: 'text' });

export const messageRecord = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  level: level(),
  link: z.string().nullable(),
  createdAt: instant(),
  read: z.boolean(),
});

const sendRight = () => permit('content.send', 'platform');
const message = '/api/blade-cpdtsystemmessage/cpdtsystemmessage' as const;

export const messagesContract = {
  listMessages: get(`${message}/list`, 'session', {
    input: pageInput({ unread: bool().optional() }, ['createdAt']),
    output: pageOf(messageRecord),
    summary: "The caller's system messages, newest first",
    refreshedBy: [messageArrived, messageRead, messageWithdrawn],
  }),
  unreadMessages: get(`${message}/unreadCount`, 'session', {
    output: z.object({ count: z.int() }),
    summary: 'How many messages the caller has not read',
    refreshedBy: [messageArrived, messageRead, messageWithdrawn],
  }),
  readMessage: post(`${message}/userReadMessage`, 'session', {
    input: z.object({ id: id() }),
    summary: 'Mark one message as read by the caller',
    emits: [messageRead],
  }),
  readAllMessages: get(`${message}/userReadAllMessage`, 'session', {
    changes: true,
    output: z.object({ count: z.int() }),
    summary: 'Mark all messages as read by the caller; answers how many were unread',
    emits: [messageRead],
  }),
  sendMessage: post(`${message}/send`, sendRight(), {
    input: z.object({
      audience: audience(),
      realm: choiceOf('content:realm', realms).optional(),
      tenantId: z
        .string()
        .regex(/^\d{6,9}$/)
        .meta({ field: 'reference' })
        .optional(),
      account: text(64).optional(),
      level: level().default('info'),
      titleZh: text(60),
      titleEn: text(120),
      bodyZh: longText(2000, 1),
      bodyEn: longText(4000, 1),
      link: internalPath().optional(),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Send a system message to everyone, a kind of organisation, one organisation or one account',
    emits: [messageArrived],
  }),
  pageSentMessages: get(`${message}/page`, sendRight(), {
    input: pageInput(
      {
        audience: audience().optional(),
        level: level().optional(),
        keyword: text(60).optional(),
      },
      ['createdAt', 'readers'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        audience: audience(),
        /** the realm, the organisation or the account it went to; empty for everyone */
        target: z.string(),
        /** both in words */
        audienceText: z.string(),
        level: level(),
        titleZh: z.string(),
        titleEn: z.string(),
        bodyZh: z.string(),
        bodyEn: z.string(),
        link: z.string().nullable(),
        senderName: z.string(),
        readers: z.int(),
        createdAt: instant(),
        withdrawnAt: instant().nullable(),
        state: choiceOf('content:sendState', ['sent', 'withdrawn'], { sent: 'good', withdrawn: 'quiet' }),
      }),
    ),
    summary: 'Messages sent so far, with how many accounts have read them',
    refreshedBy: [messageArrived, messageRead, messageWithdrawn],
  }),
  withdrawMessage: post(`${message}/withdraw`, sendRight(), {
    input: z.object({ id: id() }),
    summary: 'Take a sent message out of all inboxes',
    emits: [messageWithdrawn],
  }),
};
