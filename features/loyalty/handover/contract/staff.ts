import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  dayRange,
  id,
  instant,
  int,
  longText,
  pageInput,
  pageOf,
  picture,
  text,
  uploadPath,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { memberFields, siteFields } from '#kit/contract/things.ts';
import { handoverChanged, handoverSettingChanged } from './events.ts';
import { handoverKind, handoverState, handoverWay } from './kinds.ts';

export const base = '/api/blade-jfscOrder' as const;
const view = permit('handover.view');
const handOut = permit('handover.handOut');
const ship = permit('handover.ship');

/** As it stands on the phone: in groups or not, with the sign that scanners know it by or without. */
const pickupCode = () => text(24, 12);

const handover = z.object({
  id: z.string(),
  createdAt: instant(),
  number: z.string(),
  kind: handoverKind(),
  ...siteFields,
  ...memberFields,
  way: handoverWay(),
  state: handoverState(),
  /** what and how many, in words */
  goods: z.string(),
  picture: picture().nullable(),
  pieces: z.int(),
  /** in words: 300 points + ¥5.00 */
  price: z.string(),
  waitsUntil: instant().nullable(),
  receiver: z.string(),
  /** whole while a parcel to it waits to be sent */
  phone: wholePhone({ because: 'it stands on the parcel', right: ship }),
  address: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  reason: z.string(),
  /** of the order for the part that is money */
  orderNumber: z.string().nullable(),
  userName: z.string().nullable(),
  paidAt: instant().nullable(),
  handedAt: instant().nullable(),
  endedAt: instant().nullable(),
});
export type HandoverRecord = z.infer<typeof handover>;

const { get, post } = callsAbout({ refreshedBy: [handoverChanged], emits: [handoverChanged] });

export const staffCalls = {
  listHandovers: get(`${base}/order/list`, view, {
    input: pageInput(
      {
        number: text(40, 0).optional(),
        kind: handoverKind().optional(),
        state: handoverState().optional(),
        way: handoverWay().optional(),
        fieldId: id().optional(),
        playerId: id().optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: pageOf(handover),
    summary: 'Goods that players exchanged or bought, to be handed out or sent',
  }),
  readByCode: get(`${base}/order/byCode`, handOut, {
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ code: pickupCode() }),
    output: handover,
    summary: 'What is to be handed out for a pick-up code, exchanged or bought',
  }),
  handOut: post(`${base}/order/handOut`, handOut, {
    rate: { max: 120, windowSeconds: 60 },
    lets: 'goods',
    /** the code, and not the order: without a code nobody gets anything */
    input: z.object({ code: pickupCode() }),
    output: z.object({ id: z.string(), number: z.string(), goods: z.string() }),
    summary: 'Hands out what a pick-up code stands for, once',
  }),
  ship: post(`${base}/order/ship`, ship, {
    lets: 'goods',
    input: z.object({ id: id(), carrier: text(30), trackingNumber: text(40, 4) }),
    summary: 'Sends goods off: by whom, and under which number',
  }),
  cancelExchange: post(`${base}/order/cancel`, permit('handover.cancel'), {
    lets: 'money',
    books: 'money',
    input: z.object({ id: id(), reason: text(100) }),
    summary: 'Cancels an exchange of which nothing has left yet: points, tickets, money and pieces go back',
  }),
  readStoreSetting: get(`${base}/setting/detail`, view, {
    output: z.object({
      open: bool(),
      rules: z.string(),
      banner: picture().nullable(),
      pickupDays: z.int(),
      shipping: bool(),
      passwordAbove: z.int().nullable(),
    }),
    refreshedBy: [handoverSettingChanged],
    summary: 'How the store works, for points and for money',
  }),
  saveStoreSetting: post(`${base}/setting/submit`, permit('handover.settings'), {
    place: 'json',
    input: z.object({
      open: bool(),
      rules: longText(1000).optional(),
      banner: uploadPath().nullable().optional(),
      pickupDays: int(1, 90),
      shipping: bool(),
      passwordAbove: int(0, 10_000_000).nullable().optional(),
    }),
    emits: [handoverSettingChanged],
    summary: 'Says how the store works, for points and for money',
  }),
};
