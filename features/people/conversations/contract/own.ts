import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { id, instant, longText, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { conversationMoved } from './events.ts';
import { base, messagePage, messagePageInput, mostLetters, subjectKind, upTo } from './shared.ts';

const own = `${base}/own` as const;
const rate = { max: 20, windowSeconds: 60 };

/** One of the three: a conversation that there is, the order it is about, or the shop. */
const where = {
  conversationId: id().optional(),
  orderNumber: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  fieldId: id().optional(),
};

const place = {
  subject: subjectKind(),
  orderNumber: z.string().nullable(),
  fieldId: z.string(),
  fieldName: z.string(),
  merchantName: z.string(),
};

const emits = [conversationMoved];
const written = z.object({ conversationId: z.string(), id: z.string(), seq: z.int() });

export const ownContract = {
  listOwnConversations: get(`${own}/page`, 'player', {
    input: pageInput({}, ['lastAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        ...place,
        lastAt: instant(),
        /** empty where it was a picture */
        lastText: z.string(),
        unread: z.int(),
      }),
    ),
    summary: 'The player’s conversations with shops, the newest message first',
  }),
  findOwnConversation: get(`${own}/find`, 'player', {
    input: z.object(where),
    output: z.object({
      /** null: nothing was written yet */
      id: z.string().nullable(),
      ...place,
      open: z.boolean(),
      /** when it opens next, where it is closed and tells its hours */
      opensAt: instant().nullable(),
    }),
    summary: 'With whom the player talks, and whether somebody is there now',
  }),
  listOwnMessages: get(`${own}/messages`, 'player', {
    input: z.object(messagePageInput),
    output: messagePage({}),
    summary: 'Messages of the player’s own conversation: the newest ones, older ones, or newer ones',
  }),
  readOwnPicture: get(`${own}/picture/:id`, 'player', {
    answer: 'raw',
    files: ['image/*'],
    input: z.object({ id: id() }),
    output: z.object({}),
    summary: 'A picture of the player’s own conversation',
  }),
  countOwnUnread: get(`${own}/unread`, 'player', {
    output: z.object({ unread: z.int() }),
    summary: 'How many answers the player has not read yet',
  }),
  writeMessage: post(`${own}/write`, 'player', {
    rate,
    input: z.object({ ...where, text: longText(mostLetters, 1) }),
    output: written,
    emits,
    summary: 'The player writes to the shop, about one of the own orders or about anything there',
  }),
  writePicture: post(`${own}/writePicture`, 'player', {
    multipart: true,
    repeats: { because: 'a picture is recognised by its request id; without one it is another picture' },
    rate,
    input: z.object({ ...where, requestId: id() }),
    output: written,
    emits,
    summary: 'The player sends a picture (multipart field `file`), which the two sides alone may fetch',
  }),
  markOwnRead: post(`${own}/read`, 'player', {
    input: z.object(upTo),
    output: z.object({ unread: z.int() }),
    emits,
    summary: 'The player has read the messages up to this one',
  }),
};
