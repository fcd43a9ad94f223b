import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  dayRange,
  done,
  empty,
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
import { exchangeChanged, exchangeSettingChanged } from './events.ts';
import { exchangeState, exchangeWay } from './kinds.ts';

export const base = '/api/blade-jfscOrder' as const;
const view = permit('exchange.view');
export const handOut = permit('exchange.handOut');
export const ship = permit('exchange.ship');

/** As it stands on the phone: in groups or not, with the sign that scanners know it by or without. */
export const pickupCode = () => text(24, 12);

const exchange = z.object({
  id: z.string(),
  createdAt: instant(),
  number: z.string(),
  ...siteFields,
  ...memberFields,
  way: exchangeWay(),
  state: exchangeState(),
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
  endedAt: instant().nullable(),
});
export type ExchangeRecord = z.infer<typeof exchange>;

const setting = {
  open: bool(),
  rules: longText(1000).optional(),
  banner: uploadPath().nullable().optional(),
  pickupDays: int(1, 90),
  shipping: bool(),
  passwordAbove: int(0, 10_000_000).nullable().optional(),
};

export const ordersCalls = {
  listExchanges: defineEndpoint({
    method: 'GET',
    path: `${base}/order/list`,
    access: view,
    input: pageInput(
      {
        number: text(40, 0).optional(),
        state: exchangeState().optional(),
        way: exchangeWay().optional(),
        fieldId: id().optional(),
        playerId: id().optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: pageOf(exchange),
    refreshedBy: [exchangeChanged],
    summary: 'What players exchanged points and tickets for',
  }),
  readExchangeByCode: defineEndpoint({
    method: 'GET',
    path: `${base}/order/byCode`,
    access: handOut,
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ code: pickupCode() }),
    output: exchange,
    refreshedBy: [exchangeChanged],
    summary: 'What is to be handed out for a pick-up code',
  }),
  handOutExchange: defineEndpoint({
    method: 'POST',
    path: `${base}/order/handOut`,
    access: handOut,
    rate: { max: 120, windowSeconds: 60 },
    lets: 'goods',
    /** the code, and not the order: whoever has no code gets nothing */
    input: z.object({ code: pickupCode() }),
    output: z.object({ id: z.string(), goods: z.string() }),
    emits: [exchangeChanged],
    summary: 'Hands out what a pick-up code stands for, once',
  }),
  shipExchange: defineEndpoint({
    method: 'POST',
    path: `${base}/order/ship`,
    access: ship,
    lets: 'goods',
    input: z.object({ id: id(), carrier: text(20), trackingNumber: text(40, 4) }),
    output: done(),
    emits: [exchangeChanged],
    summary: 'Sends an exchange off: by whom, and under which number',
  }),
  cancelExchange: defineEndpoint({
    method: 'POST',
    path: `${base}/order/cancel`,
    access: permit('exchange.cancel'),
    lets: 'money',
    books: 'money',
    input: z.object({ id: id(), reason: text(100) }),
    output: done(),
    emits: [exchangeChanged],
    summary: 'Cancels an exchange of which nothing has left yet: points, tickets, money and pieces go back',
  }),
  readExchangeSetting: defineEndpoint({
    method: 'GET',
    path: `${base}/setting/detail`,
    access: view,
    input: empty(),
    output: z.object({
      open: bool(),
      rules: z.string(),
      banner: picture().nullable(),
      pickupDays: z.int(),
      shipping: bool(),
      passwordAbove: z.int().nullable(),
    }),
    refreshedBy: [exchangeSettingChanged],
    summary: 'How the points store works',
  }),
  saveExchangeSetting: defineEndpoint({
    method: 'POST',
    path: `${base}/setting/submit`,
    access: permit('exchange.settings'),
    place: 'json',
    input: z.object(setting),
    output: done(),
    emits: [exchangeSettingChanged],
    summary: 'Says how the points store works',
  }),
};
