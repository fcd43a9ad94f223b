import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { bool, dayRange, flagOf, id, ids, int, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { creationTime, entryTime, memberFields, siteFields } from '#kit/contract/things.ts';
import { base, edit, recyclingChanged, takeBack, view } from './kinds.ts';

export const mostPiecesAtOnce = 50;

const path = z.object({
  id: z.string(),
  createdAt: creationTime(),
  name: z.string(),
  ...siteFields,
  storeId: z.string(),
  storeName: z.string(),
  perDay: z.int(),
  days: z.int(),
  onlyWon: flagOf('rewards:onlyWon'),
  needsSerial: flagOf('rewards:needsSerial'),
});
export type PathRecord = z.infer<typeof path>;

const gift = z.object({
  id: z.string(),
  createdAt: creationTime(),
  giftId: z.string(),
  giftName: z.string(),
  variantId: z.string(),
  /** the good as which it goes into a store */
  goodText: z.string(),
  points: z.int(),
  active: flagOf('rewards:active', { yes: 'good', no: 'quiet' }),
});
export type RecycleGiftRecord = z.infer<typeof gift>;

const recycling = z.object({
  id: z.string(),
  createdAt: entryTime(),
  ...memberFields,
  giftName: z.string(),
  pieces: z.int(),
  points: z.int(),
  ...siteFields,
  pathName: z.string(),
  documentId: z.string(),
  userName: z.string(),
});
export type RecyclingRecord = z.infer<typeof recycling>;

const serial = () => text(64).regex(/^[\w.:/-]+$/, { error: 'rewards:error.serialForm' });

const { get, post } = callsAbout({ refreshedBy: [recyclingChanged], emits: [recyclingChanged] });

export const recyclingContract = {
  listRecyclings: get(`${base}/recycle/list`, view, {
    input: pageInput({ playerId: id().optional(), fieldId: id().optional(), ...dayRange }, ['createdAt']),
    output: pageOf(recycling),
    summary: 'Prizes that members handed back: who, what, for how many points, by whom',
  }),
  recycleGift: post(`${base}/recycle/submit`, takeBack, {
    gives: true,
    lets: 'goods',
    books: 'value',
    input: z.object({
      /** the member's code as it was scanned */
      code: z.string().trim().min(1).max(60).meta({ field: 'text' }),
      pathId: id(),
      /** of the list of what is taken back */
      recycleGiftId: id(),
      pieces: int(1, mostPiecesAtOnce),
      /** numbers on the pieces, one for each */
      serials: z.array(serial()).max(mostPiecesAtOnce).default([]),
    }),
    output: z.object({ id: z.string(), playerName: z.string(), points: z.int(), held: z.int() }),
    summary:
      'A member hands prizes back for points; they go into the store. Never more than were won, and no piece twice',
  }),
  listRecycleGifts: get(`${base}/recycleGift/list`, view, {
    input: pageInput({ name: text(40, 0).optional(), active: bool().optional() }, ['createdAt', 'points']),
    output: pageOf(gift),
    summary: 'What is taken back, and for how many points',
  }),
  saveRecycleGift: post(`${base}/recycleGift/submit`, edit, {
    input: z.object({
      id: id().optional(),
      giftId: id(),
      variantId: id(),
      points: int(1, 100_000),
      active: bool().default(true),
    }),
    output: z.object({ id: z.string() }),
    summary: 'A gift that is taken back: its points, and the good as which it goes into a store',
  }),
  removeRecycleGifts: post(`${base}/recycleGift/remove`, edit, {
    input: z.object({ ids: ids() }),
    summary: 'These are taken back no more',
  }),
  listRecyclePaths: get(`${base}/recyclePath/list`, view, {
    input: pageInput({ name: text(40, 0).optional(), fieldId: id().optional() }, ['createdAt']),
    output: pageOf(path),
    summary: 'Where prizes come back, into which store, and what is asked of who brings them',
  }),
  saveRecyclePath: post(`${base}/recyclePath/submit`, edit, {
    input: z.object({
      id: id().optional(),
      name: text(30),
      fieldId: id(),
      storeId: id(),
      perDay: int(1, 1000).default(5),
      days: int(1, 3650).default(30),
      onlyWon: flagOf('rewards:onlyWon').default(true),
      needsSerial: flagOf('rewards:needsSerial').default(false),
    }),
    output: z.object({ id: z.string() }),
    summary: 'A path on which prizes come back, with its limits',
  }),
  removeRecyclePaths: post(`${base}/recyclePath/remove`, edit, {
    input: z.object({ ids: ids() }),
    summary: 'Nothing comes back on these paths any more',
  }),
};
